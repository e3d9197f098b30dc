import { useState } from 'react';
import { loginRequest } from '../../../../shared/account/schema.ts';
import { Form, FormField } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import {
  describeSignInError,
  type SecondFactor,
  signIn,
  signInWithSecondFactor,
} from './sign-in.ts';

const SecondFactorForm = latePart(() => import('./second-factor-form.tsx'), 'SecondFactorForm');

/** Keeps room for a message, so that the card does not change its height. */
const FIELD_CLASS = 'min-h-20.75';

/** Email and password, then the passkey of an operator who has one. A failed attempt keeps the typed text. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => unknown }) {
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const form = useForm(loginRequest, {
    initial: { email: '', password: '' },
    submit: async (credentials) => {
      const missing = await signIn(credentials);
      if (missing === null) await onSignedIn();
      else setFactor(missing);
    },
    failure: describeSignInError,
    retryField: 'password',
  });
  if (factor !== null) {
    return (
      <SecondFactorForm
        factor={factor}
        send={async (answer) => {
          await signInWithSecondFactor(answer);
          await onSignedIn();
        }}
        onBack={() => setFactor(null)}
      />
    );
  }
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
      {/* It takes the place of the password's message, because the two are never shown together. */}
      <div role="alert" className="-mt-4.25 mb-2 min-h-4.25">
        {form.failure === null ? null : <FieldError>{form.failure}</FieldError>}
      </div>
      <Button type="submit" variant="primary" size="lg" busy={form.isSubmitting} className="w-full">
        Sign in
      </Button>
    </Form>
  );
}
