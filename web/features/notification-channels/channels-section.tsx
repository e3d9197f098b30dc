import { useMutation, useQuery } from '@tanstack/react-query';
import { FlaskConical, Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  CHANNEL_KINDS,
  type ChannelTest,
  MAX_CHANNELS,
  type NotificationChannel,
} from '../../../shared/notification-channels/schema.ts';
import { NOTIFICATION_KINDS, notificationKind } from '../../../shared/notifications/schema.ts';
import { toastFailure, tryAgain } from '../../kit/failure.ts';
import { useKeyCommand } from '../../kit/keys/key-command.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { type Question, useQuestion } from '../../kit/question.tsx';
import { AddToSection, SectionHead } from '../../kit/section-head.tsx';
import { Time } from '../../kit/time.tsx';
import { countOf } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { StatusDot } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { HeadCell, Missing, Table } from '../../ui/table.tsx';
import type { MadeChannel } from './channel-dialog.tsx';
import {
  changeChannel,
  channelsQuery,
  deleteChannel,
  ownAddressQuery,
  testChannel,
} from './queries.ts';

const dialogs = () => import('./channel-dialog.tsx');
const NewChannelDialog = latePart(dialogs, 'NewChannelDialog');
const ChangeChannelDialog = latePart(dialogs, 'ChangeChannelDialog');
const SigningSecretDialog = latePart(() => import('./signing-secret.tsx'), 'SigningSecretDialog');

/** The dialog that covers the list. */
type Shown =
  | { dialog: 'new' }
  | { dialog: 'change'; channel: NotificationChannel }
  | { dialog: 'secret'; name: string; secret: string };

const deletionOf = ({ id, name, waiting }: NotificationChannel, isOwn: boolean): Question => ({
  title: `Delete "${name}"?`,
  text:
    waiting === 0
      ? 'Nothing is sent to it any more. The bell keeps every notification.'
      : `${countOf(waiting, 'waiting notification')} ${waiting === 1 ? 'is' : 'are'} not sent. The bell keeps ${waiting === 1 ? 'it' : 'them'}.`,
  confirmLabel: 'Delete channel',
  cancelLabel: 'Keep channel',
  busyLabel: 'Deleting...',
  run: () => deleteChannel(id, isOwn),
  done: 'Channel deleted',
  failure: tryAgain('Failed to delete the channel'),
});

/** Settings: where the operator gets notifications besides the bell. */
export function ChannelsSection() {
  const query = useQuery(channelsQuery);
  const ownAddress = useQuery(ownAddressQuery).data ?? null;
  const [shown, setShown] = useState<Shown | null>(null);
  const [question, ask] = useQuestion();
  const channels = query.data ?? [];
  const isFull = channels.length >= MAX_CHANNELS;
  const add = () => setShown({ dialog: 'new' });
  const close = () => setShown(null);
  useKeyCommand(
    'n',
    { id: 'notification-channels.add', label: 'Add notification channel', run: add },
    { enabled: !isFull },
  );
  const onMade = ({ data, signing_secret: secret }: MadeChannel) =>
    setShown(secret === null ? null : { dialog: 'secret', name: data.name, secret });
  const isOwn = (channel: NotificationChannel) =>
    channel.kind === 'web_push' && channel.address === ownAddress;
  return (
    <>
      <SectionHead
        title="Channels"
        actions={
          <AddToSection
            label="Add channel"
            onAdd={add}
            refusal={
              isFull ? `${MAX_CHANNELS} channels are the most. Delete one to add another.` : null
            }
          />
        }
      >
        Your notifications, sent to where you are: this browser, a phone, a chat or a program of
        your own.
      </SectionHead>
      <QueryView query={query} loadingLabel="Loading channels..." failure="Failed to load channels">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No channels"
              actions={
                <Button variant="primary" icon={<Plus />} onClick={add}>
                  Add channel
                </Button>
              }
            >
              Until you add one, notifications are shown by the bell and posted to the webhook of
              the team.
            </EmptyState>
          ) : (
            <ChannelTable
              channels={rows}
              isOwn={isOwn}
              onChange={(channel) => setShown({ dialog: 'change', channel })}
              onDelete={(channel) => ask(deletionOf(channel, isOwn(channel)))}
            />
          )
        }
      </QueryView>
      {shown?.dialog === 'new' ? (
        <NewChannelDialog isKnownBrowser={channels.some(isOwn)} onMade={onMade} onClose={close} />
      ) : null}
      {shown?.dialog === 'change' ? (
        <ChangeChannelDialog channel={shown.channel} onClose={close} />
      ) : null}
      {shown?.dialog === 'secret' ? <SigningSecretDialog {...shown} onClose={close} /> : null}
      {question}
    </>
  );
}

interface ChannelTableProps {
  channels: readonly NotificationChannel[];
  isOwn: (channel: NotificationChannel) => boolean;
  onChange: (channel: NotificationChannel) => void;
  onDelete: (channel: NotificationChannel) => void;
}

const ChannelTable = ({ channels, isOwn, ...actions }: ChannelTableProps) => (
  <Table label="Channels" scrollClassName="flex-none border-t border-border">
    <thead>
      <tr>
        <HeadCell>Channel</HeadCell>
        <HeadCell className="max-xl:hidden">Kinds</HeadCell>
        <HeadCell className="max-lg:hidden">Quiet hours</HeadCell>
        <HeadCell className="max-md:hidden">State</HeadCell>
        <HeadCell align="right">
          <span className="sr-only">Actions</span>
        </HeadCell>
      </tr>
    </thead>
    {channels.map((channel) => (
      <ChannelRows key={channel.id} channel={channel} isOwn={isOwn(channel)} {...actions} />
    ))}
  </Table>
);

interface ChannelRowsProps {
  channel: NotificationChannel;
  isOwn: boolean;
  onChange: (channel: NotificationChannel) => void;
  onDelete: (channel: NotificationChannel) => void;
}

/** A channel, with the reason why it fails and the receiver's answer to a test. */
function ChannelRows({ channel, isOwn, onChange, onDelete }: ChannelRowsProps) {
  const { id, name, kind, address, is_paused: isPaused, reason, quiet } = channel;
  const test = useMutation({
    mutationFn: () => testChannel(id),
    onError: toastFailure(tryAgain('Failed to send a test message')),
  });
  const pause = useMutation({
    mutationFn: () => changeChannel(id, { is_paused: !isPaused }),
    onError: toastFailure(tryAgain('Failed to change the channel')),
  });
  return (
    <tbody>
      <tr>
        <td className="h-auto py-2.5 whitespace-normal">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="block text-xs wrap-anywhere text-text-muted">
            {isOwn ? CHANNEL_KINDS[kind].label : kindLabel(kind)} · {address}
          </span>
          <span className="hidden pt-1 max-md:block">
            <State channel={channel} />
          </span>
        </td>
        <td className="whitespace-normal max-xl:hidden">{describeKinds(channel)}</td>
        <td className="tn max-lg:hidden">
          {quiet === null ? (
            <Missing>None</Missing>
          ) : (
            <>
              {quiet.from} to {quiet.to}
              <span className="block text-xs text-text-muted">{quiet.zone}</span>
            </>
          )}
        </td>
        <td className="max-md:hidden">
          <State channel={channel} />
        </td>
        <td data-align="right">
          <span className="inline-flex flex-wrap justify-end gap-1">
            <Button
              size="xs"
              icon={<FlaskConical />}
              busy={test.isPending}
              aria-label={`Test ${name}`}
              onClick={() => test.mutate()}
            >
              Test
            </Button>
            <IconButton
              size="xs"
              label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
              icon={isPaused ? <Play /> : <Pause />}
              onClick={() => pause.mutate()}
            />
            <IconButton
              size="xs"
              label={`Edit ${name}`}
              icon={<Pencil />}
              onClick={() => onChange(channel)}
            />
            <IconButton
              size="xs"
              label={`Delete ${name}`}
              icon={<Trash2 />}
              onClick={() => onDelete(channel)}
            />
          </span>
        </td>
      </tr>
      {reason !== null || test.data ? (
        <tr>
          <td colSpan={5} className="h-auto pt-0 pb-2.5 text-xs whitespace-normal">
            {reason === null ? null : <p className="wrap-anywhere text-danger-text">{reason}</p>}
            {test.data ? <TestResult result={test.data} /> : null}
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

const TestResult = ({ result: { delivered, message } }: { result: ChannelTest }) => (
  <p role="status" className="wrap-anywhere">
    <span className={delivered ? 'text-success-text' : 'text-danger-text'}>
      {delivered ? 'Test message delivered.' : 'Test message not delivered.'}
    </span>{' '}
    {message}
  </p>
);

const kindLabel = (kind: NotificationChannel['kind']): string =>
  kind === 'web_push' ? 'Another browser' : CHANNEL_KINDS[kind].label;

function describeKinds({ kinds }: NotificationChannel): string {
  if (notificationKind.options.every((kind) => kinds.includes(kind))) return 'All';
  return kinds.map((kind) => NOTIFICATION_KINDS[kind].one).join(', ');
}

function State({ channel }: { channel: NotificationChannel }) {
  const now = useNow();
  const { is_paused: isPaused, failing_since: failingSince, sent_at: sentAt, waiting } = channel;
  const more = waiting > 0 ? <span className="text-text-muted"> {waiting} waiting</span> : null;
  if (isPaused)
    return (
      <>
        <StatusDot>Paused</StatusDot>
        {more}
      </>
    );
  if (failingSince !== null)
    return (
      <>
        <StatusDot tone="danger">
          Failing since <Time at={failingSince} as="ago" now={now} />
        </StatusDot>
        {more}
      </>
    );
  return (
    <>
      <StatusDot tone="success">
        {sentAt === null ? 'Nothing sent yet' : <Time at={sentAt} as="ago" now={now} />}
      </StatusDot>
      {more}
    </>
  );
}
