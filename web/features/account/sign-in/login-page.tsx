import { useRouterState } from '@tanstack/react-router';
import { Banner } from '../../../ui/banner.tsx';
import { TicketCard } from '../ticket-card.tsx';
import { LoginForm } from './login-form.tsx';

/** The login page. */
export function LoginPage({ onSignedIn }: { onSignedIn: () => unknown }) {
  const { sessionEnded, sessionLeftOpen } = useRouterState({
    select: ({ location }) => location.state,
  });
  return (
    <TicketCard title="Sign in">
      <p className="mt-0.5 text-text-muted">
        {sessionEnded ? 'Your session ended. Sign in to go on.' : 'Use your team account.'}
      </p>
      {sessionLeftOpen ? (
        <Banner tone="warning" className="mt-4">
          You are signed out here. The server could not be reached, so the session ends there only
          when it expires.
        </Banner>
      ) : null}
      <LoginForm onSignedIn={onSignedIn} />
      <p className="mt-4 text-center text-xs text-text-muted">
        No account? Ask the person who runs this desk to add you.
      </p>
    </TicketCard>
  );
}
