import { startRegistration } from '@simplewebauthn/browser';
import { clsx } from 'clsx';
import { Check, Copy, Download, Fingerprint, Printer } from 'lucide-react';
import { useState } from 'react';
import { passkeyName, passkeyOptionsRequest } from '../../../../shared/account/passkeys.ts';
import { failureText, tryAgain } from '../../../kit/failure.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { type Answer, api, send } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/download.ts';
import { countOf } from '../../../lib/format.ts';
import { parseAnswer } from '../../../lib/json.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { useCopied } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.tsx';
import { deviceOf } from '../sessions/device.ts';

const ADD_FAILED = tryAgain('Failed to add passkey');
const STEPS = ['Confirm password', 'Create passkey', 'Save recovery codes'];
const TICK = 'Tick the box once the codes are stored.';
const COPIED_MS = 3_000;

type Started = Answer<Awaited<ReturnType<typeof api.auth.passkeys.options.$post>>>;
interface StepProps {
  onClose: () => void;
}

/** Adds a passkey in three steps: password, passkey, and with the first one the recovery codes. */
export function AddPasskeyDialog({ onClose }: StepProps) {
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (started === null) return <PasswordStep onDone={setStarted} onClose={onClose} />;
  if (codes !== null && codes.length > 0) return <CodesStep codes={codes} onClose={onClose} />;
  const done = (found: string[]) => {
    toast({ title: 'Passkey added' });
    if (found.length > 0) setCodes(found);
    else onClose();
  };
  return <CreateStep started={started} onDone={done} onClose={onClose} />;
}

function PasswordStep({ onDone, onClose }: StepProps & { onDone: (started: Started) => void }) {
  const form = useForm(passkeyOptionsRequest, {
    initial: { password: '' },
    submit: async (json) => onDone(await send(api.auth.passkeys.options.$post({ json }))),
    failure: ADD_FAILED,
    retryField: 'password',
  });
  return (
    <FormDialog form={form} title="Add a passkey" onClose={onClose} submitLabel="Continue">
      <Steps current={0} />
      <FormField form={form} name="password" label="Current password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" autoFocus />}
      </FormField>
    </FormDialog>
  );
}

/** The browser's own errors are about its dialog. */
const describeError = (error: unknown): string => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for this account.';
  if (name === 'NotAllowedError') return 'The browser did not create a passkey. Try again.';
  if (name === 'SecurityError')
    return 'Your browser creates no passkeys for this address: they need https and a host name.';
  return failureText(error, ADD_FAILED);
};

function CreateStep({
  started,
  onDone,
  onClose,
}: StepProps & { started: Started; onDone: (codes: string[]) => void }) {
  const { ticket, options } = started;
  const form = useForm(passkeyName, {
    initial: { name: deviceOf(navigator.userAgent) },
    submit: async ({ name }) => {
      const made = await startRegistration({ optionsJSON: parseAnswer(options) });
      const credential = { ...made, response: { ...made.response }, clientExtensionResults: {} };
      const json = { ticket, name, credential };
      onDone((await send(api.auth.passkeys.$post({ json }))).recovery_codes);
    },
    failure: describeError,
  });
  return (
    <FormDialog
      form={form}
      title="Add a passkey"
      onClose={onClose}
      submitLabel="Create passkey"
      busyLabel="Waiting for the browser..."
    >
      <Steps current={1} />
      <div className="flex gap-3.5 text-text-muted">
        <Fingerprint className="size-7 flex-none text-text" />
        <p>
          Your browser asks for a fingerprint, a face or the device PIN. Next time you sign in with
          the password and this passkey.
        </p>
      </div>
      <FormField form={form} name="name" label="Name" hint="Shown in the list of your passkeys.">
        {(control) => <Input {...control} autoFocus />}
      </FormField>
    </FormDialog>
  );
}

function CodesStep({ codes, onClose }: StepProps & { codes: readonly string[] }) {
  const [isStored, setIsStored] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [state, copy] = useCopied(COPIED_MS);
  const text = `${codes.join('\n')}\n`;
  // Closing the dialog would lose the codes, so only Finish closes it.
  return (
    <Dialog
      open
      onOpenChange={() => setIsTried(true)}
      title="Add a passkey"
      footer={
        <>
          {isStored ? null : (
            <span className="mr-auto text-xs text-text-muted" role={isTried ? 'alert' : undefined}>
              {isTried ? <FieldError>{TICK}</FieldError> : TICK}
            </span>
          )}
          <Button
            variant="primary"
            aria-disabled={!isStored || undefined}
            onClick={() => (isStored ? onClose() : setIsTried(true))}
          >
            Finish
          </Button>
        </>
      }
    >
      <Steps current={2} />
      <p className="mt-3.5 mb-3 text-text-muted">
        If you lose the passkey, each of these codes signs you in once, with your password. They are
        shown only now.
      </p>
      <ol
        aria-label="Recovery codes"
        className="mono m-0 grid list-none grid-cols-2 gap-x-5 gap-y-1 rounded-md border border-border-strong bg-surface-sunken px-4 py-3 max-sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="my-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={state === 'copied' ? <Check /> : <Copy />}
          onClick={() => void copy(text)}
        >
          {state === 'copied' ? 'Copied' : 'Copy codes'}
        </Button>
        <Button size="sm" icon={<Download />} onClick={() => save(text, codes.length)}>
          Download
        </Button>
        <Button size="sm" icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <CheckboxField checked={isStored} onChange={setIsStored}>
        I have stored the codes in a safe place
      </CheckboxField>
    </Dialog>
  );
}

function save(text: string, codes: number): void {
  const name = 'boxoffice-desk-recovery-codes.txt';
  downloadFile(name, text, 'text/plain');
  reportFile(name, countOf(codes, 'code'));
}

function Steps({ current }: { current: number }) {
  return (
    <ol className="m-0 flex list-none flex-wrap gap-x-3 gap-y-1 p-0 text-xs text-text-muted">
      {STEPS.map((label, index) => (
        <li
          key={label}
          aria-current={index === current ? 'step' : undefined}
          className={clsx(
            'flex items-center gap-1.5',
            index === current && 'font-medium text-text',
          )}
        >
          <span
            className={clsx(
              'grid size-5 place-items-center rounded-full border',
              index < current && 'border-accent bg-accent text-accent-contrast',
              index === current && 'border-accent text-accent-text',
              index > current && 'border-border-strong',
            )}
          >
            {index < current ? <Check aria-label="Done" className="size-3" /> : index + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  );
}
