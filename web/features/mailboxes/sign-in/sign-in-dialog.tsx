import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { OpenDialog } from '../../../ui/dialog.tsx';
import { WholeEmail } from '../../../ui/email.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { DeviceCodeSteps } from './device-code.tsx';
import type { SignInTarget } from './left-sign-in.ts';
import { PROVIDER_NAMES, shortAddress, spell } from './sign-in-texts.ts';
import { type SignInStep, useSignIn } from './use-sign-in.ts';

export interface SignInDialogProps {
  target: SignInTarget;
  /** The flow with which the provider's page led back to the desk; null starts a new one. */
  returned?: string | null;
  /** Opens the provider's page in this tab. */
  leave?: (url: string) => void;
  /** Returns to the form with the typed values; closes the dialog by default. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  /** The address that signs in next, and the number of those after it. */
  next?: { address: string; others: number; start: () => void } | undefined;
}

const leaveByAddress = (url: string): void => location.assign(url);

/**
 * Signs in to a mailbox at its provider: shows the code or opens the provider's page, and continues
 * by itself.
 */
export function SignInDialog({
  target,
  returned = null,
  leave = leaveByAddress,
  onBack,
  onClose,
  next,
}: SignInDialogProps) {
  const { view, restart } = useSignIn(target, returned, leave);
  const name = PROVIDER_NAMES[target.provider];
  const isDone = view.step === 'done';
  return (
    <OpenDialog
      title={isDone ? 'Mailbox connected' : `Sign in with ${name}`}
      onClose={onClose}
      footer={
        <Buttons view={view} next={next} restart={restart} onBack={onBack} onClose={onClose} />
      }
    >
      <p role="status" className="sr-only">
        {announcementOf(view)}
      </p>
      {view.step === 'starting' ? <Waiting>Starting the sign-in...</Waiting> : null}
      {view.step === 'waiting' && view.code !== null ? (
        <DeviceCodeSteps
          // A new code has its own time.
          key={view.code.user_code}
          provider={target.provider}
          code={view.code}
          address={target.address}
        />
      ) : null}
      {view.step === 'waiting' && view.code === null ? (
        <Waiting>Finishing the sign-in at {name}...</Waiting>
      ) : null}
      {view.step === 'ended' ? <Banner tone="danger">{view.reason}</Banner> : null}
      {isDone ? <Connected account={view.account} target={target} next={next} /> : null}
    </OpenDialog>
  );
}

/** The announcement of each step for screen readers; the banner of a failure announces itself. */
function announcementOf(view: SignInStep): string {
  if (view.step === 'done') return `${view.account.user} is connected.`;
  if (view.step !== 'waiting' || view.code === null) return '';
  const { user_code: code, verification_uri: page } = view.code;
  return `Code ${spell(code)}. Enter it at ${shortAddress(page)}.`;
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-2.5 py-2 text-text-muted" role="status">
    <Spinner /> {children}
  </p>
);

type ButtonsProps = Pick<SignInDialogProps, 'next' | 'onBack' | 'onClose'> & {
  view: SignInStep;
  restart: () => void;
};

function Buttons({ view, next, restart, onBack, onClose }: ButtonsProps) {
  if (view.step === 'done')
    return (
      <>
        <Button variant={next ? 'secondary' : 'primary'} autoFocus={!next} onClick={onClose}>
          Done
        </Button>
        {next ? <NextButton {...next} variant="primary" label="Next" /> : null}
      </>
    );
  return (
    <>
      {next ? <NextButton {...next} variant="ghost" label="Skip to" /> : null}
      <Button onClick={onBack ?? onClose}>{onBack ? 'Back' : 'Cancel'}</Button>
      {view.step === 'ended' ? (
        <Button variant="primary" autoFocus onClick={restart}>
          Try again
        </Button>
      ) : null}
    </>
  );
}

interface NextButtonProps {
  address: string;
  start: () => void;
  variant: 'primary' | 'ghost';
  label: string;
}

const NextButton = ({ address, start, variant, label }: NextButtonProps) => (
  <Button
    variant={variant}
    autoFocus={variant === 'primary'}
    className={variant === 'ghost' ? 'mr-auto max-w-full' : 'max-w-full'}
    onClick={start}
  >
    <span className="truncate">
      {label}: {address}
    </span>
  </Button>
);

interface ConnectedProps extends Pick<SignInDialogProps, 'target' | 'next'> {
  account: ImapAccount;
}

/** The mailbox that has signed in, and the next step. */
function Connected({ account, target, next }: ConnectedProps) {
  const { user, host, port, tags, is_active: isActive } = account;
  const wanted = target.address.trim();
  const isOther = wanted !== '' && wanted.toLowerCase() !== user.toLowerCase();
  const left = next === undefined ? 0 : next.others + 1;
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex items-center gap-3">
        <CircleCheck className="size-7 flex-none text-success-text" />
        <div className="min-w-0">
          <p className="text-md font-medium wrap-anywhere">
            <WholeEmail address={user} />
          </p>
          <p className="text-xs text-text-muted">
            Signed in at {PROVIDER_NAMES[target.provider]}.{' '}
            {isActive ? 'It is being checked.' : 'It is inactive, so searches do not read it.'}
          </p>
        </div>
      </div>
      <Facts>
        <Fact label="Host" title={host}>
          {host}
        </Fact>
        <Fact label="Port">{port}</Fact>
        {tags.length > 0 ? <Fact label="Tags">{tags.join(', ')}</Fact> : null}
      </Facts>
      {isOther ? (
        <Banner tone="warning" title={`You signed in as ${user}.`}>
          {wanted} was not added: sign in once more and choose that account.
        </Banner>
      ) : null}
      {left > 0 ? (
        <Banner tone="info">
          {left === 1 ? '1 pasted address signs' : `${left} pasted addresses sign`} in at{' '}
          {PROVIDER_NAMES[target.provider]} too, one after the other.
        </Banner>
      ) : null}
    </div>
  );
}
