import { useQueryClient } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import {
  accountRules,
  changedImapAccount,
  IMAP_DEFAULTS,
  type ImapAccount,
  isSamePlace,
} from '../../../shared/imap-accounts/schema.ts';
import { failureText } from '../../kit/failure.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.tsx';
import { PROVIDERS, type ProviderName, providerOf, serverFor } from './mail-servers.ts';
import { saveAccount, useConnectionTest } from './queries.ts';

const SAVE_FAILED = {
  refused: 'Failed to save account',
  thrown: 'Failed to save account. Please try again.',
};
const TEST_FAILED = {
  refused: 'The connection could not be tested',
  thrown: 'The connection could not be tested. Please try again.',
};
const GMAIL_HINT = 'Use an app-specific password for Gmail';
const KEEP_HINT = 'Leave empty to keep the current one.';
const AGAIN_HINT =
  'Enter it again: the stored one is kept only for the same address, host and port.';

/** What is typed in the form: the port as text. */
const valuesOf = (account: ImapAccount | null) => ({
  user: account?.user ?? '',
  password: '',
  host: account?.host ?? IMAP_DEFAULTS.host,
  port: String(account?.port ?? IMAP_DEFAULTS.port),
  is_active: account?.is_active ?? IMAP_DEFAULTS.is_active,
});

interface AccountDialogProps {
  /** Null for a new account. */
  account: ImapAccount | null;
  onClose: () => void;
}

/** The form that adds or changes an account, with a connection test. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const client = useQueryClient();
  const isNew = account === null;
  const form = useForm(accountRules(account), {
    initial: valuesOf(account),
    submit: async (input) => {
      await saveAccount(client, account?.id ?? null, input);
      toast({ title: isNew ? 'Account added' : 'Account updated' });
    },
    onDone: onClose,
    failure: SAVE_FAILED,
  });
  const { user, host, is_active } = form.values;
  const test = useConnectionTest(form.values);
  const runTest = () => {
    const input = accountRules(account).safeParse(form.values);
    if (!form.validate() || !input.success) return;
    const { is_active: _, ...place } = input.data;
    test.mutate({ ...place, ...(account && { id: account.id }) });
  };
  const changeUser = (address: string) => {
    const server = serverFor(address, host);
    form.change(server === null ? { user: address } : { user: address, host: server });
  };
  const chooseProvider = (name: ProviderName) => {
    const provider = PROVIDERS.find(({ value }) => value === name);
    form.change({ host: provider?.host ?? '', port: String(IMAP_DEFAULTS.port) });
  };

  return (
    <FormDialog
      form={form}
      title={isNew ? 'Add New IMAP Account' : 'Edit IMAP Account'}
      description="The password is stored encrypted and only used to read mail."
      onClose={onClose}
      submitLabel={isNew ? 'Add Account' : 'Update Account'}
      busyLabel="Saving..."
      aside={
        <Button variant="ghost" busy={test.isPending} icon={<PlugZap />} onClick={runTest}>
          {test.isPending ? 'Testing...' : 'Test connection'}
        </Button>
      }
    >
      <FieldGroup label="Provider">
        <Segmented
          block
          label="Provider"
          value={providerOf(host)}
          onChange={chooseProvider}
          choices={[...PROVIDERS, { value: 'other', label: 'Other' }]}
        />
      </FieldGroup>
      <FormField form={form} name="user" label="Email Address *">
        {(control) => (
          <Input
            {...control}
            data-focus-first
            type="email"
            autoComplete="off"
            spellCheck={false}
            value={user}
            onChange={(event) => changeUser(event.target.value)}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="password"
        label="App Password *"
        hint={account ? `${GMAIL_HINT}. ${hintFor(account, form.values)}` : GMAIL_HINT}
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
      <CheckboxField checked={is_active} onChange={(isOn) => form.change({ is_active: isOn })}>
        Account is active
      </CheckboxField>
      {test.data ? <Banner tone="success">{test.data.message}</Banner> : null}
      {test.error ? <Banner tone="danger">{failureText(test.error, TEST_FAILED)}</Banner> : null}
    </FormDialog>
  );
}

/** What an empty password means for the values in the form. */
function hintFor(account: ImapAccount, values: ReturnType<typeof valuesOf>): string {
  const input = changedImapAccount.safeParse({ ...values, password: '' });
  return input.success && !isSamePlace(account, input.data) ? AGAIN_HINT : KEEP_HINT;
}
