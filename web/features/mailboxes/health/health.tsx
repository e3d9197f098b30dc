import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import { Time } from '../../../kit/time.tsx';
import { useNow } from '../../../lib/now.ts';
import { StatusDot } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { missingSignIn } from '../sign-in/sign-in-texts.ts';
import { describeHealth, fixLabel, isFailing, statusOf } from './health-text.ts';

/** "Active", "Failing" or "Inactive", with its colour. */
export function MailboxStatus({ account }: { account: ImapAccount }) {
  const { tone, text } = statusOf(account);
  return <StatusDot tone={tone}>{text}</StatusDot>;
}

interface HealthProps {
  account: ImapAccount;
  /** Opens the form of the account. */
  onFix: () => void;
  onSignIn: () => void;
}

/**
 * The health of a mailbox: when it was last read, or why it cannot be read, with "Fix" or "Sign in
 * again".
 */
export function Health({ account, onFix, onSignIn }: HealthProps) {
  const { tone, text, at, form, tail, detail } = describeHealth(account);
  const now = useNow();
  return (
    <div className="mt-auto text-xs">
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        <StatusDot tone={tone}>
          {text} {at === null ? null : <Time at={at} as={form} now={now} />} {tail}
        </StatusDot>
        {isFailing(account) ? (
          <Button
            size="xs"
            className="ml-auto"
            onClick={missingSignIn(account) === null ? onFix : onSignIn}
          >
            {fixLabel(account)}
            <span className="sr-only"> {account.user}</span>
          </Button>
        ) : null}
      </div>
      {detail === '' ? null : (
        <p className="line-clamp-2 leading-4 text-text-muted" title={detail}>
          {detail}
        </p>
      )}
    </div>
  );
}
