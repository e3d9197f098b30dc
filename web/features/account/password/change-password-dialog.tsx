import { changePasswordRequest } from '../../../../shared/account/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { api, send } from '../../../lib/api.ts';
import { reloadAfter } from '../../../lib/query-client.ts';
import { currentUserQuery } from '../../../lib/session.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';

const CHANGE_FAILED = tryAgain('Failed to change password');

/** The form that changes the operator's password. The server ends all other sessions and all API tokens. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(changePasswordRequest, {
    initial: { current_password: '', new_password: '' },
    submit: (json) => reloadAfter(currentUserQuery, send(api.auth.password.$post({ json }))),
    done: () => ({
      title: 'Password changed',
      text: 'Your other sessions and your API tokens have ended.',
    }),
    onDone: onClose,
    failure: CHANGE_FAILED,
    retryField: 'current_password',
  });
  return (
    <FormDialog
      form={form}
      title="Change password"
      description="You stay signed in here. All other sessions of yours end, and so do your API tokens."
      onClose={onClose}
      submitLabel="Change password"
      busyLabel="Saving..."
    >
      <FormField form={form} name="current_password" label="Current password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" autoFocus />}
      </FormField>
      <FormField
        form={form}
        name="new_password"
        label="New password"
        hint="At least 12 characters. Several words that do not belong together are a good choice."
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </FormField>
    </FormDialog>
  );
}
