import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { describeSignInError, signIn } from '../sign-in.ts';

/** Both fields are required (part 5). What was typed stays after a failure. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const emailError = tried && email.trim() === '' ? 'Enter your email or username.' : null;
  const passwordError = tried && password === '' ? 'Enter your password.' : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setFailure(null);
    if (email.trim() === '' || password === '') return focusFirstEmpty(form.current);
    setBusy(true);
    try {
      await signIn({ email: email.trim(), password });
      await onSignedIn();
    } catch (thrown) {
      setFailure(describeSignInError(thrown));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
      <Field label="Email or username" error={emailError}>
        {(control) => (
          <Input
            {...control}
            size="lg"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" error={passwordError}>
        {(control) => (
          <PasswordInput
            {...control}
            size="lg"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <div role="alert">{failure ? <FieldError>{failure}</FieldError> : null}</div>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
        Sign in
      </Button>
    </form>
  );
}

function focusFirstEmpty(form: HTMLFormElement | null): void {
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  inputs.find((input) => input.value.trim() === '')?.focus();
}
