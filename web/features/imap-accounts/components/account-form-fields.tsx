import { PlugZap } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { failureText } from '../../../kit/failure.ts';
import { useIsMounted } from '../../../lib/mounted.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { DialogFooter } from '../../../ui/dialog.tsx';
import { Field, FieldGroup } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toast.tsx';
import {
  type AccountForm,
  checkForm,
  emptyForm,
  type FormErrors,
  formOf,
  needsPassword,
  PROVIDERS,
  type ProviderName,
  payloadOf,
  providerOf,
  serverFor,
} from '../account-form.ts';
import { useSaveAccount, useTestAccount } from '../mutations.ts';

const SAVE_FAILED = {
  refused: 'Failed to save account',
  thrown: 'Failed to save account. Please try again.',
};
const TEST_FAILED = {
  refused: 'The connection could not be tested',
  thrown: 'The connection could not be tested. Please try again.',
};

const GMAIL_HINT = 'Use an app-specific password for Gmail';

/** What an empty password means for a mailbox that is edited. */
const hintFor = (form: AccountForm, account: ImapAccount): string =>
  needsPassword(form, account)
    ? '. Enter it again: the stored one is kept only for the same address, host and port.'
    : '. Leave empty to keep the current one.';

interface AccountFormFieldsProps {
  account: ImapAccount | null;
  onClose: () => void;
}

/** The fields, the connection test and the buttons of the account modal. */
export function AccountFormFields({ account, onClose }: AccountFormFieldsProps) {
  const [form, setForm] = useState<AccountForm>(() => (account ? formOf(account) : emptyForm()));
  const [errors, setErrors] = useState<FormErrors>({});
  const save = useSaveAccount();
  const test = useTestAccount();
  const isOpen = useIsMounted();
  const isNew = account === null;
  const id = account?.id ?? null;

  const change = (part: Partial<AccountForm>) => {
    const next = { ...form, ...part };
    setForm(next);
    test.reset();
    if (Object.keys(errors).length > 0) setErrors(checkForm(next, account));
  };
  const changeUser = (user: string) => {
    const host = serverFor(user, form.host);
    change(host === null ? { user } : { user, host });
  };
  const chooseProvider = (name: ProviderName) => {
    const provider = PROVIDERS.find(({ value }) => value === name);
    change({ host: provider?.host ?? '', port: '993' });
  };
  const isChecked = (): boolean => {
    const found = checkForm(form, account);
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  /** How it went is told also when the form was closed meanwhile. */
  const store = async () => {
    try {
      await save.mutateAsync({ id, payload: payloadOf(form) });
      toast({ title: isNew ? 'Account added' : 'Account updated' });
      if (isOpen.current) onClose();
    } catch (error) {
      if (isOpen.current) return;
      toast({ title: failureText(error, SAVE_FAILED), text: form.user, tone: 'danger' });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || !isChecked()) return;
    void store();
  };
  const blur = () => {
    if (form.user === '' && form.password === '') return;
    // Whoever is at the address has not come to the password yet.
    const { password: _, ...found } = checkForm(form, account);
    setErrors(found);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3.5">
      <FieldGroup label="Provider">
        <Segmented
          block
          label="Provider"
          value={providerOf(form.host)}
          onChange={chooseProvider}
          choices={[
            ...PROVIDERS.map(({ value, label }) => ({ value, label })),
            { value: 'other', label: 'Other' },
          ]}
        />
      </FieldGroup>
      <Field label="Email Address *" error={errors.user}>
        {(control) => (
          <Input
            {...control}
            data-focus-first
            type="email"
            autoComplete="off"
            spellCheck={false}
            value={form.user}
            onChange={(event) => changeUser(event.target.value)}
            onBlur={blur}
          />
        )}
      </Field>
      <Field
        label={isNew ? 'App Password *' : 'App Password'}
        hint={`${GMAIL_HINT}${account ? hintFor(form, account) : ''}`}
        error={errors.password}
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            value={form.password}
            onChange={(event) => change({ password: event.target.value })}
          />
        )}
      </Field>
      <div className="flex items-start gap-2.5">
        <Field label="IMAP Host" className="flex-1" error={errors.host}>
          {(control) => (
            <Input
              {...control}
              spellCheck={false}
              autoCapitalize="none"
              value={form.host}
              onChange={(event) => change({ host: event.target.value })}
            />
          )}
        </Field>
        <Field label="Port" className="w-24" error={errors.port}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              className="tn text-right"
              value={form.port}
              onChange={(event) => change({ port: event.target.value })}
            />
          )}
        </Field>
      </div>
      <CheckboxField checked={form.isActive} onChange={(isActive) => change({ isActive })}>
        Account is active
      </CheckboxField>
      {test.data ? <Banner tone="success">{test.data.message}</Banner> : null}
      {test.error ? <Banner tone="danger">{failureText(test.error, TEST_FAILED)}</Banner> : null}
      {save.isError ? <Banner tone="danger">{failureText(save.error, SAVE_FAILED)}</Banner> : null}
      <DialogFooter>
        <Button
          variant="ghost"
          className="mr-auto"
          busy={test.isPending}
          icon={<PlugZap aria-hidden="true" strokeWidth={1.75} />}
          onClick={() => isChecked() && test.mutate({ id, payload: payloadOf(form) })}
        >
          {test.isPending ? 'Testing...' : 'Test connection'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {save.isPending ? 'Saving...' : isNew ? 'Add Account' : 'Update Account'}
        </Button>
      </DialogFooter>
    </form>
  );
}
