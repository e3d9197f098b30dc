import type { ComponentProps } from 'react';
import { readManualList } from '../../../../shared/encore/accounts.ts';
import { Field } from '../../../ui/field.tsx';
import { PastedAccounts } from '../../pasted-accounts/pasted-accounts.tsx';

type AccountsFieldProps = Pick<
  ComponentProps<typeof PastedAccounts>,
  'rows' | 'type' | 'value' | 'onChange'
>;

/** A list of accounts, one per line, with their number or the first fault. */
export function AccountsField(props: AccountsFieldProps) {
  const { isValid, message } = readManualList(props.value);
  const isWrong = !isValid && props.value.trim() !== '';
  return (
    <Field
      label="Accounts"
      hint={isValid ? <span role="status">{message}</span> : 'One account per line.'}
      error={isWrong ? message : null}
    >
      {(control) => <PastedAccounts {...control} {...props} />}
    </Field>
  );
}
