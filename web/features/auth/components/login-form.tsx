import { Form, FormField } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { describeSignInError, signIn } from '../sign-in.ts';

/** Zod is a tenth of what the page may weigh. */
const loadSchema = async () => (await import('../../../../shared/auth/schema.ts')).loginRequest;

/** Keeps room for a message, so that the card does not change its height. */
const FIELD_CLASS = 'min-h-[83px]';

/** Email and password. A failed attempt leaves both in place. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => unknown }) {
  const form = useForm(loadSchema, {
    initial: { email: '', password: '' },
    submit: async (credentials) => {
      await signIn(credentials);
      await onSignedIn();
    },
    failure: describeSignInError,
  });
  return (
    <Form form={form} className="mt-4 flex flex-col">
      <FormField form={form} name="email" label="Email or username" className={FIELD_CLASS}>
        {(control) => (
          <Input
            {...control}
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        )}
      </FormField>
      <FormField form={form} name="password" label="Password" className={FIELD_CLASS}>
        {(control) => <PasswordInput {...control} size="lg" autoComplete="current-password" />}
      </FormField>
      {/* Stands where the password's message would be: there is never one of both. */}
      <div role="alert" className="-mt-[17px] mb-2 min-h-[17px]">
        {form.failure === null ? null : <FieldError>{form.failure}</FieldError>}
      </div>
      <Button type="submit" variant="primary" size="lg" busy={form.isSubmitting} className="w-full">
        Sign in
      </Button>
    </Form>
  );
}
