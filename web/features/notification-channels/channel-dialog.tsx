import {
  CHANNEL_FIELDS,
  CHANNEL_KINDS,
  type ChannelKind,
  channelSettings,
  enteredChannel,
  type NotificationChannel,
} from '../../../shared/notification-channels/schema.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationKind,
} from '../../../shared/notifications/schema.ts';
import { failureText, tryAgain } from '../../kit/failure.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { type Form, useForm } from '../../kit/form/use-form.ts';
import { canPush, PushRefused } from '../../lib/service-worker.ts';
import { Banner } from '../../ui/banner.tsx';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { FieldError, FieldGroup } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { addChannel, changeChannel } from './queries.ts';

const KINDS = Object.entries(CHANNEL_KINDS).map(([value, { label }]) => ({ value, label }));
const ZONES = Intl.supportedValuesOf('timeZone');

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Values {
  name: string;
  kinds: NotificationKind[];
  hasQuiet: boolean;
  from: string;
  to: string;
  zone: string;
}

const EMPTY: Values = {
  name: '',
  kinds: [...notificationKind.options],
  hasQuiet: false,
  from: '23:00',
  to: '07:00',
  zone: ownZone(),
};

const valuesOf = ({ name, kinds, quiet }: NotificationChannel): Values => ({
  ...EMPTY,
  name,
  kinds,
  hasQuiet: quiet !== null,
  ...quiet,
});

const settingsOf = ({ name, kinds, hasQuiet, from, to, zone }: Values) => ({
  name,
  kinds,
  quiet: hasQuiet ? { from, to, zone } : null,
});

const ADD_FAILED = tryAgain('Failed to add the channel');

const fieldOf = (path: string): string => (path === 'quiet' ? 'from' : path);

export type MadeChannel = Awaited<ReturnType<typeof addChannel>>;

interface NewChannelDialogProps {
  /** Whether this browser already has a channel. */
  isKnownBrowser: boolean;
  onMade: (made: MadeChannel) => void;
  onClose: () => void;
}

/** The form of a new channel; the fields depend on its kind. */
export function NewChannelDialog({ isKnownBrowser, onMade, onClose }: NewChannelDialogProps) {
  const form = useForm(enteredChannel, {
    initial: {
      ...EMPTY,
      name: String(CHANNEL_KINDS.web_push.label),
      kind: 'web_push' as ChannelKind,
      address: '',
      token: '',
    },
    toInput: ({ kind, address, token, ...values }) => ({
      ...settingsOf(values),
      kind,
      address,
      token: token === '' ? null : token,
    }),
    fieldOf,
    submit: async (entered) => onMade(await addChannel(entered)),
    failure: (error) =>
      error instanceof PushRefused ? error.message : failureText(error, ADD_FAILED),
  });
  const { kind, name } = form.values;
  const choose = (next: ChannelKind) => {
    const isOwnName = !Object.values(CHANNEL_KINDS).some(({ label }) => label === name);
    form.change({ kind: next, ...(!isOwnName && { name: CHANNEL_KINDS[next].label }) });
  };
  return (
    <FormDialog
      form={form}
      title="Add a channel"
      onClose={onClose}
      submitLabel="Add channel"
      busyLabel="Adding..."
    >
      <FormField form={form} name="kind" label="Kind">
        {({ onChange: _, ...control }) => (
          <Select
            {...control}
            data-focus-first
            options={KINDS}
            onChange={({ target }) => choose(target.value as ChannelKind)}
          />
        )}
      </FormField>
      {kind === 'web_push' ? <BrowserNote isKnown={isKnownBrowser} /> : null}
      {CHANNEL_FIELDS[kind].map((field) => (
        <FormField
          key={field.name}
          form={form}
          name={field.name}
          label={field.label}
          optional={field.name === 'token'}
          hint={field.hint}
        >
          {(control) => (
            <Input
              {...control}
              type={field.name === 'token' ? 'password' : 'url'}
              autoComplete="off"
              placeholder={field.example}
            />
          )}
        </FormField>
      ))}
      <Settings form={form} />
    </FormDialog>
  );
}

interface ChangeChannelDialogProps {
  channel: NotificationChannel;
  onClose: () => void;
}

/** The form that changes the name, the kinds and the quiet hours of a channel. */
export function ChangeChannelDialog({ channel, onClose }: ChangeChannelDialogProps) {
  const form = useForm(channelSettings, {
    initial: valuesOf(channel),
    toInput: settingsOf,
    fieldOf,
    submit: (settings) => changeChannel(channel.id, settings),
    done: 'Channel saved',
    onDone: onClose,
    failure: tryAgain('Failed to save the channel'),
  });
  return (
    <FormDialog
      form={form}
      title="Edit channel"
      description={channel.address}
      onClose={onClose}
      submitLabel="Save channel"
      busyLabel="Saving..."
    >
      <Settings form={form} />
    </FormDialog>
  );
}

function BrowserNote({ isKnown }: { isKnown: boolean }) {
  if (isKnown)
    return (
      <Banner tone="warning">This browser is a channel already. A new one replaces it.</Banner>
    );
  if (!canPush())
    return (
      <Banner tone="warning">
        This browser shows no push messages. On an iPhone or iPad, add the desk to the Home Screen
        first, and open it from there.
      </Banner>
    );
  return (
    <p className="text-xs text-text-muted">
      Messages are shown by this browser, also while the desk is closed. Add each browser on its
      own.
    </p>
  );
}

/** The fields that channels of every kind have. */
function Settings<V extends Values>({ form }: { form: Form<V> }) {
  // Forms of both dialogs have these fields; a generic form accepts no part of its values.
  const fields = form as unknown as Form<Values>;
  const { kinds, hasQuiet } = fields.values;
  return (
    <>
      <FormField form={fields} name="name" label="Name">
        {(control) => <Input {...control} maxLength={60} autoComplete="off" />}
      </FormField>
      <FieldGroup label="Kinds">
        <div className="grid grid-cols-2 gap-1.5">
          {notificationKind.options.map((kind) => (
            <CheckboxField
              key={kind}
              name="kinds"
              checked={kinds.includes(kind)}
              onChange={(isChosen) =>
                fields.change({
                  kinds: notificationKind.options.filter((one) =>
                    one === kind ? isChosen : kinds.includes(one),
                  ),
                })
              }
            >
              {NOTIFICATION_KINDS[kind].one}
            </CheckboxField>
          ))}
        </div>
        {fields.messages.kinds ? <FieldError>{fields.messages.kinds}</FieldError> : null}
      </FieldGroup>
      <FieldGroup
        label="Quiet hours"
        hint="What comes in these hours arrives as one message at their end."
      >
        <CheckboxField
          checked={hasQuiet}
          onChange={(isChosen) => fields.change({ hasQuiet: isChosen })}
        >
          Send nothing at certain hours
        </CheckboxField>
      </FieldGroup>
      {hasQuiet ? (
        <div className="grid gap-3.5 md:grid-cols-[1fr_1fr_2fr]">
          <FormField form={fields} name="from" label="From">
            {(control) => <Input {...control} type="time" />}
          </FormField>
          <FormField form={fields} name="to" label="To">
            {(control) => <Input {...control} type="time" />}
          </FormField>
          <FormField form={fields} name="zone" label="Time zone">
            {(control) => (
              <Select
                {...control}
                options={ZONES.includes(control.value) ? ZONES : [control.value, ...ZONES]}
              />
            )}
          </FormField>
        </div>
      ) : null}
    </>
  );
}
