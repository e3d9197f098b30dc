import { KeyRound } from 'lucide-react';
import type { ImapAccount, SignInProvider } from '../../../../shared/mailboxes/schema.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { WholeEmail } from '../../../ui/email.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { GUIDE_PATH, PROVIDER_NAMES } from './sign-in-texts.ts';

export interface SignInBoxProps {
  /** Whether the desk has a client id of the provider. */
  isConfigured: boolean;
  /** Absent if the submit button of the form begins the sign-in. */
  onSignIn?: (() => void) | undefined;
}

const GuideLink = () => (
  <a href={GUIDE_PATH} target="_blank" rel="noopener noreferrer" className={textLinkClass}>
    How to register the app
  </a>
);

const VARIABLES: Record<SignInProvider, string> = {
  microsoft: 'MICROSOFT_CLIENT_ID',
  google: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
};

/** Two sentences about how the team gets a client id. */
export const NoApp = ({ provider }: { provider: SignInProvider }) => (
  <Banner tone="warning" title={`This desk has no app at ${PROVIDER_NAMES[provider]} yet.`}>
    Its administrator registers one in ten steps and sets {VARIABLES[provider]}. <GuideLink />
  </Banner>
);

const SignInButton = ({ label, onSignIn }: { label: string; onSignIn: () => void }) => (
  <Button size="sm" icon={<KeyRound />} className="flex-none" onClick={onSignIn}>
    {label}
  </Button>
);

/** Replaces the password field: a mailbox at Microsoft signs in there. */
export function MicrosoftBox({ isConfigured, onSignIn }: SignInBoxProps) {
  if (!isConfigured) return <NoApp provider="microsoft" />;
  return (
    <Banner
      title="Microsoft accepts no passwords."
      actions={onSignIn ? <SignInButton label="Sign in" onSignIn={onSignIn} /> : null}
    >
      You sign in on its own page, and Microsoft confirms address and server.
    </Banner>
  );
}

/** Shown beside the app password: a mailbox at Google may sign in there. */
export function GoogleOffer({ isConfigured, onSignIn }: SignInBoxProps) {
  return (
    <div className="-mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-xs leading-4.25 text-text-muted">
      {isConfigured && onSignIn ? (
        <>
          <span>Or without an app password:</span>
          <Button size="xs" icon={<KeyRound />} onClick={onSignIn}>
            Sign in with Google
          </Button>
        </>
      ) : (
        <span>
          A sign-in at Google can replace it, but this desk has no app there yet. <GuideLink />
        </span>
      )}
    </div>
  );
}

interface GrantFactsProps extends SignInBoxProps {
  account: ImapAccount;
  provider: SignInProvider;
}

/**
 * The server of a mailbox that has signed in, as confirmed by its provider, with "Sign in again".
 */
export function GrantFacts({ account, provider, isConfigured, onSignIn }: GrantFactsProps) {
  const { user, host, port, needs_sign_in: isNeeded } = account;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Facts className="min-w-0 flex-1">
          <Fact label="Address" className="wrap-anywhere">
            <WholeEmail address={user} />
          </Fact>
          <Fact label="Sign-in">{PROVIDER_NAMES[provider]}</Fact>
          <Fact label="Host" title={host}>
            {host}
          </Fact>
          <Fact label="Port">{port}</Fact>
        </Facts>
        {isConfigured && onSignIn ? (
          <SignInButton label="Sign in again" onSignIn={onSignIn} />
        ) : null}
      </div>
      {isNeeded && isConfigured ? (
        <Banner tone="danger" title={`The sign-in has ended at ${PROVIDER_NAMES[provider]}.`}>
          The mailbox is not read until you sign in again.
        </Banner>
      ) : null}
      {isConfigured ? null : <NoApp provider={provider} />}
    </div>
  );
}
