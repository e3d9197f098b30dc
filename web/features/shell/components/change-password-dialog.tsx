import { useQueryClient } from '@tanstack/react-query';
import { changePasswordRequest } from '../../../../shared/auth/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { api, send } from '../../../lib/api.ts';
import { currentUserQuery } from '../../../lib/auth.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.tsx';

const CHANGE_FAILED = tryAgain('Failed to change password');

/** The form that changes the own password. The server ends all other sessions. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm(changePasswordRequest, {
    initial: { current_password: '', new_password: '' },
    submit: async (json) => {
      await send(api.auth.password.$post({ json }));
      toast({ title: 'Password changed', text: 'Your other sessions have ended.' });
      await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    },
    onDone: onClose,
    failure: CHANGE_FAILED,
  });
  return (
    <FormDialog
      form={form}
      title="Change password"
      description="You stay signed in here. All other sessions of yours end."
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
