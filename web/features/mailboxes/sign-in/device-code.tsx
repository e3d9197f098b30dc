import { clsx } from 'clsx';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SignInProvider } from '../../../../shared/mailboxes/schema.ts';
import { buttonClass } from '../../../ui/button-styles.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { WholeEmail } from '../../../ui/email.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import {
  groupsOf,
  minutesAndSeconds,
  PROVIDER_NAMES,
  shortAddress,
  spell,
} from './sign-in-texts.ts';
import type { DeviceCode } from './use-sign-in.ts';

/** The last minutes are amber, and announced. */
const FEW_SECONDS = 120;

interface DeviceCodeStepsProps {
  provider: SignInProvider;
  code: DeviceCode;
  address: string;
}

/** The three steps with a device code, and the time left for them. */
export function DeviceCodeSteps({ provider, code, address }: DeviceCodeStepsProps) {
  const { user_code: userCode, verification_uri: page, expires_at: expiresAt } = code;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <>
      <ol className="m-0 flex list-none flex-col gap-4 p-0">
        <Step number={1} text="Copy this code">
          <div className="flex flex-wrap items-center gap-3 rounded-md border border-accent-border bg-accent-subtle px-3.5 py-2.5">
            <span className="sr-only">{`Code ${spell(userCode)}`}</span>
            <span
              aria-hidden="true"
              data-code
              className="mono mr-auto flex gap-3.5 text-[28px] leading-9 font-semibold tracking-[0.04em] max-sm:text-2xl"
            >
              {groupsOf(userCode).map((group, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a code keep their order.
                <span key={at}>{group}</span>
              ))}
            </span>
            <CopyButton text={userCode} label="Copy code" copiedLabel="Copied" labelled />
          </div>
        </Step>
        <Step number={2} text={`Open the page of ${PROVIDER_NAMES[provider]} and enter it`}>
          <a
            ref={link}
            href={page}
            target="_blank"
            rel="noopener noreferrer"
            className={clsx(buttonClass('primary', 'md'), 'max-w-full')}
            // The page is opened so that the code can be pasted there. If the browser refuses, the
            // button above opens it.
            onClick={() => void navigator.clipboard?.writeText(userCode).catch(() => undefined)}
          >
            <ExternalLink />
            <span className="truncate">Open {shortAddress(page)}</span>
          </a>
        </Step>
        <Step
          number={3}
          text={
            <>
              Choose{' '}
              {address === '' ? (
                'the account of the mailbox'
              ) : (
                <strong className="font-medium wrap-anywhere">
                  <WholeEmail address={address} />
                </strong>
              )}{' '}
              and accept that the desk reads its mail
            </>
          }
        />
      </ol>
      <TimeLeft expiresAt={expiresAt} name={PROVIDER_NAMES[provider]} />
    </>
  );
}

interface StepProps {
  number: number;
  text: React.ReactNode;
  children?: React.ReactNode;
}

const Step = ({ number, text, children }: StepProps) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5">
    <span aria-hidden="true" className="tn text-text-muted">
      {number}
    </span>
    <div className="flex min-w-0 flex-col items-stretch gap-1.5">
      <span>{text}</span>
      {children ? <div className="min-w-0">{children}</div> : null}
    </div>
  </li>
);

/**
 * The time until a code expires. The server decides about its end, so the figure stays at 0:00
 * until then.
 */
function TimeLeft({ expiresAt, name }: { expiresAt: string; name: string }) {
  const seconds = useSecondsUntil(expiresAt);
  const [all] = useState(Math.max(1, seconds));
  const isShort = seconds <= FEW_SECONDS;
  return (
    <div className="mt-4 border-t border-border pt-3">
      <div className="flex items-center gap-2.5">
        <Spinner />
        <div className="min-w-0 flex-1">
          <p className="font-medium">Waiting for {name}</p>
          <p className="text-xs text-text-muted">This window goes on by itself.</p>
        </div>
        <p
          role="timer"
          className={clsx('tn flex-none text-lg font-semibold', isShort && 'text-warning-text')}
        >
          {minutesAndSeconds(seconds)}{' '}
          <span className="text-xs font-normal text-text-muted">left</span>
        </p>
      </div>
      <Progress
        label="Time left for the code"
        className="mt-2 h-0.75!"
        value={seconds}
        max={all}
        tone={isShort ? 'warning' : 'accent'}
      />
      <span role="status" className="sr-only">
        {isShort ? 'Less than two minutes are left for the code.' : ''}
      </span>
    </div>
  );
}

function useSecondsUntil(time: string): number {
  const secondsNow = () => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(secondsNow);
  useEffect(() => {
    const timer = setInterval(
      () => setSeconds(Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000))),
      1000,
    );
    return () => clearInterval(timer);
  }, [time]);
  return seconds;
}
