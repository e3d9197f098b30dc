import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, CheckCheck, Search, Webhook } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import {
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
  type NotificationPage,
} from '../../../shared/notifications/schema.ts';
import { type Failure, toastFailure, tryAgain } from '../../kit/failure.ts';
import { MoreButton, usePages } from '../../kit/pages.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { Time } from '../../kit/time.tsx';
import { useDebounced } from '../../lib/debounced.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { shortCount } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.tsx';
import { toDays } from './entries.ts';
import { MutedKinds } from './muted-kinds.tsx';
import { NotificationEntry } from './notification-entry.tsx';
import {
  markRead,
  notificationsQuery,
  type PanelFilter,
  resendFailed,
  summaryQuery,
} from './queries.ts';

const KINDS = Object.entries(NOTIFICATION_KINDS).map(([value, { one }]) => ({ value, label: one }));
const FAILED: Record<'load' | 'read' | 'resend', Failure> = {
  load: {
    refused: 'Failed to load notifications',
    thrown: 'An error occurred while loading notifications',
  },
  read: tryAgain('Failed to mark notifications as read'),
  resend: tryAgain('Failed to send notifications again'),
};

const NO_FILTER: PanelFilter = { kind: null, isUnreadOnly: false, search: '' };
/** A text is sent to the server after typing has paused for this long. */
const TYPING_MS = 200;
const MOST_SEARCHED = 200;

/** The panel of the bell: notifications by day, filters, muted kinds, and failed webhook posts. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [filter, setFilter] = useState<PanelFilter>(NO_FILTER);
  const [isMuting, setIsMuting] = useState(false);
  const summary = useQuery(summaryQuery).data;
  const search = useDebounced(filter.search.trim(), TYPING_MS);
  const { query, rows: notifications } = usePages({
    ...notificationsQuery({ ...filter, search }),
    ...(search !== '' && { placeholderData: keepPreviousData }),
  });
  const read = useMutation({
    mutationFn: (ids: number[] | null) => markRead(client, ids === null ? { all: true } : { ids }),
    onError: toastFailure(FAILED.read),
  });
  const unread = summary?.unread ?? 0;
  return (
    <>
      <div className="flex items-center gap-2 pt-2.5 pr-2 pb-1 pl-4">
        <h2 className="text-md font-semibold">Notifications</h2>
        <span className="rounded-full bg-surface-active px-1.5 text-2xs leading-4.5 font-medium text-text-muted tabular-nums">
          {shortCount(unread)}
          <span className="sr-only"> unread</span>
        </span>
        <span className="ml-auto flex items-center gap-1">
          <Button
            variant="ghost"
            size="xs"
            icon={<CheckCheck />}
            disabled={unread === 0}
            busy={read.isPending && read.variables === null}
            onClick={() => read.mutate(null)}
          >
            Mark all as read
          </Button>
          <IconButton
            size="xs"
            label="Mute kinds of notifications"
            icon={<BellOff />}
            aria-pressed={isMuting}
            className="aria-pressed:bg-accent-subtle aria-pressed:text-accent-text"
            onClick={() => setIsMuting(!isMuting)}
          />
        </span>
      </div>
      <Filters filter={filter} onChange={setFilter} />
      {isMuting && summary ? <MutedKinds muted={summary.muted} /> : null}
      <section
        aria-label="List of notifications"
        className="max-h-[min(540px,60dvh)] min-h-24 overflow-auto pb-1"
        onKeyDown={moveFocus}
      >
        <QueryView
          query={query}
          loadingLabel="Loading notifications..."
          failure={FAILED.load}
          headingLevel={3}
        >
          {() =>
            notifications.length === 0 ? (
              <Nothing filter={filter} onClear={setFilter} />
            ) : (
              <Days
                query={query}
                notifications={notifications}
                muted={summary?.muted ?? []}
                onRead={read.mutate}
                onFollow={onClose}
              />
            )
          }
        </QueryView>
      </section>
      {summary && summary.webhook.failed > 0 ? <NotDelivered webhook={summary.webhook} /> : null}
    </>
  );
}

interface FiltersProps {
  filter: PanelFilter;
  onChange: (filter: PanelFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border pt-1 pr-3 pb-2 pl-4">
      <div className="w-full">
        <Input
          size="sm"
          type="search"
          aria-label="Search notifications"
          placeholder="Search notifications"
          maxLength={MOST_SEARCHED}
          prefix={<Search />}
          value={filter.search}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, search: value })}
        />
      </div>
      <Segmented
        label="Show"
        value={filter.isUnreadOnly ? 'unread' : 'all'}
        onChange={(value) => onChange({ ...filter, isUnreadOnly: value === 'unread' })}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Unread' },
        ]}
      />
      <div className="w-37">
        <Select
          size="sm"
          aria-label="Kind"
          value={filter.kind ?? ''}
          // The options are the kinds.
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filter, kind: value === '' ? null : (value as NotificationKind) })
          }
          options={[{ value: '', label: 'All kinds' }, ...KINDS]}
        />
      </div>
    </div>
  );
}

interface DaysProps extends Pick<ComponentProps<typeof NotificationEntry>, 'muted' | 'onFollow'> {
  query: ComponentProps<typeof MoreButton>['query'];
  notifications: readonly Notification[];
  onRead: (ids: number[]) => void;
}

/** The notifications under the day on which they arrived. */
function Days({ query, notifications, muted, onRead, onFollow }: DaysProps) {
  const now = useNow();
  return (
    <>
      {toDays(notifications, now).map(({ label, entries }) => (
        <div key={label}>
          <h3 className="px-4 pt-2.5 pb-1 text-2xs font-medium text-text-muted">{label}</h3>
          <ol>
            {entries.map((entry) => (
              <NotificationEntry
                key={entry.id}
                entry={entry}
                muted={muted}
                onRead={onRead}
                onFollow={onFollow}
              />
            ))}
          </ol>
        </div>
      ))}
      <div className="flex justify-center p-2 empty:hidden">
        <MoreButton variant="ghost" size="xs" query={query}>
          Load older notifications
        </MoreButton>
      </div>
    </>
  );
}

function Nothing({
  filter,
  onClear,
}: {
  filter: PanelFilter;
  onClear: (filter: PanelFilter) => void;
}) {
  const clear = (
    <Button size="sm" onClick={() => onClear(NO_FILTER)}>
      Clear filters
    </Button>
  );
  if (filter.search !== '')
    return <EmptyState headingLevel={3} title="No notification has this text" actions={clear} />;
  if (filter.kind === null && !filter.isUnreadOnly)
    return (
      <EmptyState headingLevel={3} title="No notifications">
        Price alerts, news of monitored artists and mailboxes that fail appear here.
      </EmptyState>
    );
  if (filter.kind === null)
    return <p className="px-4 py-6 text-center text-text-muted">Everything is read.</p>;
  const kind = NOTIFICATION_KINDS[filter.kind].many;
  return (
    <EmptyState
      headingLevel={3}
      title={`No ${filter.isUnreadOnly ? 'unread ' : ''}${kind}`}
      actions={clear}
    />
  );
}

/** Arrow keys move between the entries. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
  const at = rows.findIndex((row) => row.matches(':focus'));
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
  event.preventDefault();
}

function NotDelivered({ webhook }: Pick<NotificationPage, 'webhook'>) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => resendFailed(client),
    onSuccess: (resent) =>
      void toast({ title: `${countOf(resent, 'notification')} sent to the webhook again` }),
    onError: toastFailure(FAILED.resend),
  });
  return (
    <div className="flex items-center gap-2 border-t border-border py-2 pr-3 pl-4 text-xs">
      <Webhook className="size-3.5 flex-none text-warning-text" />
      <p className="min-w-0 flex-1">
        <b className="font-medium">{formatNumber(webhook.failed)} not delivered</b>{' '}
        <span className="text-text-muted">
          to the webhook since <Time at={webhook.failed_since} />
          {webhook.error ? `. ${webhook.error}` : ''}
        </span>
      </p>
      <Button size="xs" busy={resend.isPending} onClick={() => resend.mutate()}>
        Send again
      </Button>
    </div>
  );
}
