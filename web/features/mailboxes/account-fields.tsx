import {
  DEFAULT_SERVER,
  isSameMailbox,
  isSamePlace,
  PROVIDERS,
  providerOf,
  serverFor,
} from '../../../shared/mailboxes/mail-servers.ts';
import {
  changedImapAccount,
  type ImapAccount,
  PASSWORD_AGAIN,
} from '../../../shared/mailboxes/schema.ts';
import { type FieldsOf, FormField } from '../../kit/form/form.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';

/** The values of the form: the port and the tags as text. */
export const valuesOf = (account: ImapAccount | null) => ({
  user: account?.user ?? '',
  password: '',
  host: account?.host ?? DEFAULT_SERVER.host,
  port: String(account?.port ?? DEFAULT_SERVER.port),
  is_active: account?.is_active ?? true,
  tags: account?.tags.join(', ') ?? '',
  folders: account?.folders ?? null,
});
export type AccountValues = ReturnType<typeof valuesOf>;

interface FieldsProps {
  form: FieldsOf<AccountValues>;
}

/** The provider of a mailbox, which determines its server. */
export function ProviderField({ form }: FieldsProps) {
  return (
    <FieldGroup label="Provider">
      <Segmented
        block
        label="Provider"
        value={providerOf(form.values.host)}
        onChange={(name) => {
          const provider = PROVIDERS.find(({ value }) => value === name);
          form.change({ host: provider?.host ?? '', port: String(DEFAULT_SERVER.port) });
        }}
        choices={[...PROVIDERS, { value: 'other', label: 'Other' }]}
      />
    </FieldGroup>
  );
}

/** The address of a mailbox; a well-known domain selects the server. */
export function AddressField({ form }: FieldsProps) {
  const { host } = form.values;
  return (
    <FormField form={form} name="user" label="Email Address *">
      {(control) => (
        <Input
          {...control}
          data-focus-first
          type="email"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target: { value } }) =>
            form.change({ user: value, host: serverFor(value, host) ?? host })
          }
        />
      )}
    </FormField>
  );
}

/**
 * How a valid server in a form differs from that of its account: null if it is the same, `isOther`
 * for another mailbox, which has other folders.
 */
export function movedTo(
  account: ImapAccount | null,
  values: AccountValues,
): { isOther: boolean } | null {
  const place = changedImapAccount.safeParse({ ...values, password: '' });
  if (account === null || !place.success || isSamePlace(account, place.data)) return null;
  return { isOther: !isSameMailbox(account, place.data) };
}

interface PasswordFieldProps extends FieldsProps {
  account: ImapAccount | null;
}

export function PasswordField({ form, account }: PasswordFieldProps) {
  const isMoved = movedTo(account, form.values) !== null;
  const stored = isMoved ? PASSWORD_AGAIN : 'Leave empty to keep the current one.';
  return (
    <FormField
      form={form}
      name="password"
      label="App Password *"
      hint={`Use an app-specific password for Gmail${account === null ? '' : `. ${stored}`}`}
    >
      {(control) => <PasswordInput {...control} autoComplete="new-password" />}
    </FormField>
  );
}

/** Host and port of a mailbox that is opened with a password. */
export function ServerFields({ form }: FieldsProps) {
  return (
    <div className="flex items-start gap-2.5">
      <FormField form={form} name="host" label="IMAP Host" className="flex-1">
        {(control) => <Input {...control} spellCheck={false} autoCapitalize="none" />}
      </FormField>
      <FormField form={form} name="port" label="Port" className="w-24">
        {(control) => <Input {...control} inputMode="numeric" className="tn text-right" />}
      </FormField>
    </div>
  );
}

/** The folders of an account whose server has not been read yet. */
export const DefaultFolders = () => (
  <FieldGroup label="Folders">
    <p className="text-xs leading-4.25 text-text-muted">
      Presale searches read the inbox and the junk folders. Other folders can be chosen once the
      account is saved.
    </p>
  </FieldGroup>
);
