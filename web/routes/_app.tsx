import { useQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { zoneName } from '../../shared/zone-name.ts';
import { PasskeyConfirmation } from '../features/account/passkeys/passkey-confirmation.tsx';
import { useLogout } from '../features/account/sessions/use-logout.ts';
import { AppShell } from '../features/shell/app-shell.tsx';
import { useRecentSearches } from '../features/ticketing/search/search-history.ts';
import { ViewsPlace } from '../features/views/views-place.tsx';
import { FirstUseOffer } from '../kit/first-use-offer.ts';
import { currentUserQuery, isSignedIn } from '../lib/session.ts';
import { iconButtonClass } from '../ui/button-styles.ts';
import { latePart } from '../ui/late-part.tsx';

/** The reserved space of an icon button whose code loads. */
const ButtonPlace = () => <span className={`${iconButtonClass()} invisible`} />;

const OwnPasswordPage = latePart(
  () => import('../features/account/password/own-password-page.tsx'),
  'OwnPasswordPage',
);
const Bell = latePart(() => import('../features/notifications/bell.tsx'), 'Bell', ButtonPlace);
const SampleDataOffer = latePart(
  () => import('../features/sample-data/sample-data-offer.tsx'),
  'SampleDataOffer',
);
const SelectionButton = latePart(
  () => import('../features/ticketing/selection/selection-button.tsx'),
  'SelectionButton',
  ButtonPlace,
);
const ViewsButton = latePart(
  () => import('../features/views/views-button.tsx'),
  'ViewsButton',
  ViewsPlace,
);

/**
 * The guarded shell: without a token every page inside redirects to Login, whose address contains
 * the page.
 */
export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location, context }) => {
    if (!isSignedIn()) {
      const wanted = location.href === '/' ? undefined : location.href;
      throw redirect({ to: '/login', search: { redirect: wanted }, replace: true });
    }
    // The user is fetched while the page loads; a failure is handled by the session.
    void context.queryClient.prefetchQuery(currentUserQuery);
    // The first formatting on a page loads the browser's language data, which takes 20 ms. It is
    // done while the code of the screen loads.
    setTimeout(zoneName, 0, '');
  },
  component: SignedIn,
});

/**
 * The desk, once the operator has chosen a password: until then the server answers only calls about
 * the account.
 */
function SignedIn() {
  const { data: user } = useQuery(currentUserQuery);
  const logout = useLogout();
  return user?.must_change_password ? <OwnPasswordPage onLogout={logout} /> : <SignedInDesk />;
}

function SignedInDesk() {
  useRecentSearches();
  return (
    <FirstUseOffer value={SampleDataOffer}>
      <AppShell
        status={
          <>
            <ViewsButton />
            <SelectionButton />
            <Bell />
          </>
        }
      />
      <PasskeyConfirmation />
    </FirstUseOffer>
  );
}
