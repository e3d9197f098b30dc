import { type AuthenticationResponseJSON, startAuthentication } from '@simplewebauthn/browser';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { recoveryCode, type SecondFactorRequest } from '../../../../shared/account/passkeys.ts';
import { Form, FormField } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { parseAnswer } from '../../../lib/json.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { describeSignInError, type SecondFactor } from './sign-in.ts';

interface SecondFactorFormProps {
  factor: SecondFactor;
  /** Sends the answer. An error that it throws is shown in the form. */
  send: (answer: SecondFactorRequest) => Promise<unknown>;
  onBack: () => void;
  /** Texts of a use other than signing in. */
  texts?: { lead: string; submitCode: string; back: string };
}

const SIGN_IN = {
  lead: 'Your password is right. Confirm with your passkey.',
  submitCode: 'Sign in',
  back: 'Back',
};

/** The answer in the type of the call's schema: the library's types are interfaces, which have no index signature. */
const toPlain = ({ response, ...rest }: AuthenticationResponseJSON) => ({
  ...rest,
  response: { ...response },
  clientExtensionResults: {},
});

/** The browser's own errors are about its dialog: cancelled, too late, no such passkey on this device. */
const describeError = (error: unknown): string =>
  error instanceof DOMException || (error instanceof Error && error.name === 'NotAllowedError')
    ? 'The browser did not return a passkey. Try again, or use a recovery code.'
    : describeSignInError(error);

/** The second step of signing in, and the confirmation of a session: a passkey, or a recovery code. */
export function SecondFactorForm({
  factor: { ticket, options },
  send,
  onBack,
  texts = SIGN_IN,
}: SecondFactorFormProps) {
  const [usesCode, setUsesCode] = useState(false);
  const passkey = useForm(recoveryCode, {
    initial: { recovery_code: 'passkey' },
    submit: async () => {
      const credential = await startAuthentication({ optionsJSON: parseAnswer(options) });
      await send({ ticket, credential: toPlain(credential) });
    },
    failure: describeError,
  });
  const code = useForm(recoveryCode, {
    initial: { recovery_code: '' },
    submit: ({ recovery_code }) => send({ ticket, recovery_code }),
    failure: describeSignInError,
    retryField: 'recovery_code',
  });
  const form = usesCode ? code : passkey;
  return (
    <Form form={form} className="mt-4 flex flex-col">
      <div className="min-h-30">
        {usesCode ? (
          <FormField form={code} name="recovery_code" label="Recovery code">
            {(control) => (
              <Input
                {...control}
                size="lg"
                className="mono"
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                autoFocus
              />
            )}
          </FormField>
        ) : (
          <div className="flex gap-3.5 text-text-muted">
            <Fingerprint className="size-7 flex-none text-text" />
            <p>{texts.lead}</p>
          </div>
        )}
        <div role="alert" className="mt-2">
          {form.failure === null ? null : <FieldError>{form.failure}</FieldError>}
        </div>
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={form.isSubmitting}
        className="w-full"
        autoFocus={!usesCode}
      >
        {usesCode ? texts.submitCode : 'Use passkey'}
      </Button>
      <div className="mt-2 flex justify-between">
        <Button variant="ghost" onClick={onBack}>
          {texts.back}
        </Button>
        <Button variant="ghost" onClick={() => setUsesCode(!usesCode)}>
          {usesCode ? 'Use a passkey' : 'Use a recovery code'}
        </Button>
      </div>
    </Form>
  );
}
