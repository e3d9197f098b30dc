import { changePasswordRequest } from '../../../../shared/account/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { Form, FormField } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { api, send } from '../../../lib/api.ts';
import { reloadAfter } from '../../../lib/query-client.ts';
import { currentUserQuery } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TicketCard } from '../ticket-card.tsx';

/**
 * The page shown in place of the desk while the password is one that the command line set. The server answers no other
 * call then.
 */
export function OwnPasswordPage({ onLogout }: { onLogout: () => unknown }) {
  const form = useForm(changePasswordRequest, {
    initial: { current_password: '', new_password: '' },
    submit: (json) => reloadAfter(currentUserQuery, send(api.auth.password.$post({ json }))),
    done: 'Password changed',
    failure: tryAgain('Failed to change password'),
    retryField: 'current_password',
  });
  return (
    <TicketCard title="Choose your own password">
      <p className="mt-0.5 text-text-muted">
        The current one was set from the command line, so you are not the only one who knows it.
      </p>
      <Form form={form} className="mt-4 flex flex-col gap-3.5">
        <FormField form={form} name="current_password" label="Current password">
          {(control) => (
            <PasswordInput {...control} size="lg" autoComplete="current-password" autoFocus />
          )}
        </FormField>
        <FormField
          form={form}
          name="new_password"
          label="New password"
          hint="At least 12 characters. Several words that do not belong together are a good choice."
        >
          {(control) => <PasswordInput {...control} size="lg" autoComplete="new-password" />}
        </FormField>
        <div role="alert" className="empty:hidden">
          {form.failure === null ? null : <FieldError>{form.failure}</FieldError>}
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={form.isSubmitting}
          className="w-full"
        >
          Change password
        </Button>
        <Button variant="ghost" className="self-center" onClick={() => void onLogout()}>
          Logout
        </Button>
      </Form>
    </TicketCard>
  );
}
