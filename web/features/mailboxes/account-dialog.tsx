import {
  DEFAULT_SERVER,
  isMicrosoftHost,
  isSameMailbox,
  isSamePlace,
  PROVIDERS,
  providerOf,
  serverFor,
} from '../../../shared/mailboxes/mail-servers.ts';
import {
  accountRules,
  type ChangedImapAccount,
  changedImapAccount,
  type ImapAccount,
  PASSWORD_AGAIN,
} from '../../../shared/mailboxes/schema.ts';
import { tryAgain } from '../../kit/failure.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { TagsField } from '../../kit/form/tags-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FoldersField } from './folders/folders-field.tsx';
import { useConnectionTest } from './health/connection-test.tsx';
import { saveAccount } from './queries.ts';

/** The values of the form: the port and the tags as text. */
const valuesOf = (account: ImapAccount | null) => ({
  user: account?.user ?? '',
  password: '',
  host: account?.host ?? DEFAULT_SERVER.host,
  port: String(account?.port ?? DEFAULT_SERVER.port),
  is_active: account?.is_active ?? true,
  tags: account?.tags.join(', ') ?? '',
  folders: account?.folders ?? null,
});

/** Leaves out folders that did not change, and those of another mailbox, which has other ones. */
function withChangedFolders(
  { folders, ...input }: ChangedImapAccount,
  account: ImapAccount | null,
): ChangedImapAccount {
  const isOther = account !== null && !isSameMailbox(account, input);
  const isChanged = JSON.stringify(folders ?? null) !== JSON.stringify(account?.folders ?? null);
  return isChanged && !isOther ? { ...input, folders } : input;
}

interface AccountDialogProps {
  /** Null for a new account. */
  account: ImapAccount | null;
  onClose: () => void;
}

interface ProviderFieldProps {
  host: string;
  onChange: (server: { host: string; port: string }) => void;
}

function ProviderField({ host, onChange }: ProviderFieldProps) {
  return (
    <FieldGroup label="Provider">
      <Segmented
        block
        label="Provider"
        value={providerOf(host)}
        onChange={(name) => {
          const provider = PROVIDERS.find(({ value }) => value === name);
          onChange({ host: provider?.host ?? '', port: String(DEFAULT_SERVER.port) });
        }}
        choices={[...PROVIDERS, { value: 'other', label: 'Other' }]}
      />
    </FieldGroup>
  );
}

const MicrosoftNote = () => (
  <Banner tone="warning" title="Microsoft accepts no passwords.">
    Searches cannot read mailboxes at Outlook, Hotmail and Live. Forward their mails to another
    mailbox, and add that one.
  </Banner>
);

/** The folders of an account whose server has not been read. */
const DefaultFolders = () => (
  <FieldGroup label="Folders">
    <p className="text-xs leading-4.25 text-text-muted">
      Presale searches read the inbox and the junk folders. Other folders can be chosen once the
      account is saved.
    </p>
  </FieldGroup>
);

/** The form that adds or changes an account, with a connection test. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const isNew = account === null;
  const form = useForm(accountRules(account), {
    initial: valuesOf(account),
    submit: (input) => saveAccount(account?.id ?? null, withChangedFolders(input, account)),
    done: ({ is_active }) => ({
      title: isNew ? 'Account added' : 'Account updated',
      text: is_active ? 'Its mailbox is being checked.' : undefined,
    }),
    onDone: onClose,
    failure: tryAgain('Failed to save account'),
  });
  const { host, is_active } = form.values;
  const place = changedImapAccount.safeParse({ ...form.values, password: '' });
  const isMoved = account !== null && place.success && !isSamePlace(account, place.data);
  const isOther = isMoved && !isSameMailbox(account, place.data);
  const test = useConnectionTest(form, account?.id);
  return (
    <FormDialog
      form={form}
      title={isNew ? 'Add New IMAP Account' : 'Edit IMAP Account'}
      description="The password is stored encrypted and only used to read mail."
      onClose={onClose}
      submitLabel={isNew ? 'Add Account' : 'Update Account'}
      busyLabel="Saving..."
      aside={test.button}
    >
      <ProviderField host={host} onChange={form.change} />
      {isMicrosoftHost(host) ? <MicrosoftNote /> : null}
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
      <FormField
        form={form}
        name="password"
        label="App Password *"
        hint={`Use an app-specific password for Gmail${isNew ? '' : `. ${isMoved ? PASSWORD_AGAIN : 'Leave empty to keep the current one.'}`}`}
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </FormField>
      <div className="flex items-start gap-2.5">
        <FormField form={form} name="host" label="IMAP Host" className="flex-1">
          {(control) => <Input {...control} spellCheck={false} autoCapitalize="none" />}
        </FormField>
        <FormField form={form} name="port" label="Port" className="w-24">
          {(control) => <Input {...control} inputMode="numeric" className="tn text-right" />}
        </FormField>
      </div>
      <TagsField form={form} hint="The presale search chooses mailboxes by tag." />
      {account === null || isOther ? (
        <DefaultFolders />
      ) : (
        <FoldersField
          account={account}
          chosen={form.values.folders}
          error={form.messages.folders}
          onChange={(folders) => form.change({ folders })}
        />
      )}
      <CheckboxField checked={is_active} onChange={(isOn) => form.change({ is_active: isOn })}>
        Account is active
      </CheckboxField>
      {test.result}
    </FormDialog>
  );
}
