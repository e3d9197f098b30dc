import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { isSameMailbox, isSamePlace } from '../../../shared/mailboxes/mail-servers.ts';
import {
  accountRules,
  type ChangedImapAccount,
  changedImapAccount,
  type ImapAccount,
  mailboxTags,
} from '../../../shared/mailboxes/schema.ts';
import { attempt, tryAgain } from '../../kit/failure.ts';
import type { FieldsOf } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormSchema } from '../../kit/form/form-state.ts';
import { TagsField } from '../../kit/form/tags-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { CheckboxField } from '../../ui/checkbox.tsx';
import {
  type AccountValues,
  AddressField,
  DefaultFolders,
  movedTo,
  PasswordField,
  ProviderField,
  ServerFields,
  valuesOf,
} from './account-fields.tsx';
import { FoldersField } from './folders/folders-field.tsx';
import { useConnectionTest } from './health/connection-test.tsx';
import { saveAccount, signInProvidersQuery } from './queries.ts';
import type { SignInTarget } from './sign-in/left-sign-in.ts';
import { SignInDialog } from './sign-in/sign-in-again.tsx';
import {
  GoogleOffer,
  GrantFacts,
  MicrosoftBox,
  type SignInBoxProps,
} from './sign-in/sign-in-boxes.tsx';
import { providerOfHost } from './sign-in/sign-in-texts.ts';

/** Omits folders that did not change, and those of another mailbox, which has different ones. */
function withChangedFolders(
  { folders, ...input }: ChangedImapAccount,
  account: ImapAccount | null,
): ChangedImapAccount {
  const isOther = account !== null && !isSameMailbox(account, input);
  const isChanged = JSON.stringify(folders ?? null) !== JSON.stringify(account?.folders ?? null);
  return isChanged && !isOther ? { ...input, folders } : input;
}

/**
 * The data that a form submits: an account, or the tags of one that signs in, whose provider
 * confirms the rest.
 */
type Output = { account: ChangedImapAccount } | { account: null; tags: string[] };

const signInRules = (isConfigured: boolean): FormSchema<Output> =>
  z.pipe(
    z
      .object({ tags: mailboxTags })
      .check(z.refine(() => isConfigured, 'This desk has no app at Microsoft yet.')),
    z.transform(({ tags }): Output => ({ account: null, tags })),
  );

const passwordRules = (stored: ImapAccount | null, isMicrosoft: boolean): FormSchema<Output> =>
  z.pipe(
    changeRules(stored, isMicrosoft) as z.ZodMiniType<ChangedImapAccount>,
    z.transform((account): Output => ({ account })),
  );

/** A stored account cannot become another mailbox at Microsoft: this form has no password for it. */
const changeRules = (stored: ImapAccount | null, isMicrosoft: boolean) =>
  stored === null || !isMicrosoft
    ? accountRules(stored)
    : changedImapAccount.check(
        z.refine((input) => isSamePlace(stored, input), {
          path: ['user'],
          error: 'Add this mailbox as a new account: it signs in at Microsoft.',
        }),
      );

const NOT_SAVED = tryAgain('Failed to save account');

interface AccountDialogProps {
  /** Null for a new account. */
  account: ImapAccount | null;
  onClose: () => void;
}

/**
 * The form that adds or changes an account, with a connection test. A mailbox at Microsoft signs in
 * at Microsoft instead.
 */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const isNew = account === null;
  const state = useState(() => valuesOf(account));
  const [{ host, user, tags, is_active }] = state;
  const grantedBy = account === null || account.auth === 'password' ? null : account.auth;
  const provider = grantedBy ?? providerOfHost(host);
  const { data: configured } = useQuery(signInProvidersQuery);
  const isConfigured = provider !== null && configured?.[provider] === true;
  const isMicrosoft = grantedBy === null && provider === 'microsoft';
  /** Whether the form begins the sign-in of a new mailbox. */
  const beginsSignIn = isNew && isMicrosoft;
  const [target, setTarget] = useState<SignInTarget | null>(null);
  const form = useForm(
    beginsSignIn ? signInRules(isConfigured) : passwordRules(account, isMicrosoft),
    {
      initial: state[0],
      state,
      submit: (output) =>
        output.account === null
          ? signInNew()
          : saveAccount(account?.id ?? null, withChangedFolders(output.account, account)),
      failure: NOT_SAVED,
      ...(!beginsSignIn && { done: () => doneText(isNew, is_active), onDone: onClose }),
    },
  );
  const test = useConnectionTest(form, account?.id);
  const signInNew = () => {
    const typed = mailboxTags.safeParse(tags);
    if (provider === null || !(typed.success || form.validate())) return;
    setTarget({ provider, address: user.trim(), tags: typed.data ?? [] });
  };
  /** Saves changes first: the sign-in replaces the form and ends with the stored mailbox. */
  const signInAgain = async ({ id, user: address }: ImapAccount) => {
    const checked = changeRules(account, isMicrosoft).safeParse(form.values);
    if (provider === null || !checked.success) return void form.validate();
    if (JSON.stringify(form.values) !== JSON.stringify(valuesOf(account)))
      await saveAccount(id, withChangedFolders(checked.data, account));
    setTarget({ provider, address: checked.data.user ?? address, id });
  };
  const signIn = () =>
    account === null ? signInNew() : attempt(NOT_SAVED, () => signInAgain(account));
  if (target !== null)
    return <SignInDialog target={target} onBack={() => setTarget(null)} onClose={onClose} />;
  const signInBox = { isConfigured, onSignIn: isNew && isMicrosoft ? undefined : signIn };
  const isOther = movedTo(account, form.values)?.isOther === true;
  return (
    <FormDialog
      form={form}
      title={isNew ? 'Add New IMAP Account' : 'Edit IMAP Account'}
      description={DESCRIPTIONS[isMicrosoft || grantedBy !== null ? 'grant' : 'password']}
      onClose={onClose}
      submitLabel={submitLabel(isNew, beginsSignIn)}
      busyLabel="Saving..."
      aside={isMicrosoft ? null : test.button}
    >
      {account !== null && grantedBy !== null ? (
        <GrantFacts account={account} provider={grantedBy} {...signInBox} />
      ) : (
        <AccessFields form={form} account={account} signInBox={signInBox} />
      )}
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
      {beginsSignIn ? null : (
        <CheckboxField checked={is_active} onChange={(isOn) => form.change({ is_active: isOn })}>
          Account is active
        </CheckboxField>
      )}
      {test.result}
    </FormDialog>
  );
}

interface AccessFieldsProps {
  form: FieldsOf<AccountValues>;
  account: ImapAccount | null;
  signInBox: SignInBoxProps;
}

/** The server of a mailbox, and its password or the sign-in at its provider. */
function AccessFields({ form, account, signInBox }: AccessFieldsProps) {
  const provider = providerOfHost(form.values.host);
  return (
    <>
      <ProviderField form={form} />
      <AddressField form={form} />
      {provider === 'microsoft' ? (
        <MicrosoftBox {...signInBox} />
      ) : (
        <>
          <PasswordField form={form} account={account} />
          {provider === 'google' ? <GoogleOffer {...signInBox} /> : null}
          <ServerFields form={form} />
        </>
      )}
    </>
  );
}

const DESCRIPTIONS = {
  password: 'The password is stored encrypted and only used to read mail.',
  grant: 'The desk gets no password, and only reads mail.',
};

function submitLabel(isNew: boolean, beginsSignIn: boolean): string {
  if (beginsSignIn) return 'Sign in with Microsoft';
  return isNew ? 'Add Account' : 'Update Account';
}

const doneText = (isNew: boolean, isActive: boolean) => ({
  title: isNew ? 'Account added' : 'Account updated',
  text: isActive ? 'Its mailbox is being checked.' : undefined,
});
