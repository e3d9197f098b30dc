import { requestIdOf } from '../../kit/failure.ts';
import { FirstUse } from '../../kit/first-use.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { RecentWork } from '../recent-work/recent-work.tsx';
import { UndatedEntries } from './events/undated-entries.tsx';
import type { Signup } from './use-signup.ts';

export const EXTRACT_FAILED =
  'Failed to get signup information. Please check the URL and try again.';

/**
 * The right side if there are no events: first steps, loading, a failure, or a page without events.
 */
export function SignupResults({ signup }: { signup: Signup }) {
  const { state, busy, error } = signup;
  return (
    <div className="min-w-0 flex-1 overflow-auto bg-bg">
      {busy === null ? null : (
        <TableSkeleton
          label={busy === 'opening' ? 'Opening the page' : 'Extracting events'}
          rows={10}
        />
      )}
      {busy === null && error ? (
        <ErrorState title={EXTRACT_FAILED} onRetry={signup.retry} requestId={requestIdOf(error)}>
          {error.message}
        </ErrorState>
      ) : null}
      {busy === null && !error && state ? (
        <>
          <UndatedEntries undated={state.infos.undated} className="m-3" />
          <EmptyState title="No Events Found">
            {state.infos.title === '' ? 'The page' : state.infos.title} lists no events that can be
            read. If you see some in your browser, paste the page source.
          </EmptyState>
        </>
      ) : null}
      {busy === null && !error && !state ? (
        <FirstUse title="No signup page yet">
          Enter the address of a signup page. Its events appear here: set how many accounts each
          needs, see how many slots can be filled, and download the assignments as a ZIP.
        </FirstUse>
      ) : null}
      {busy === null && !state ? (
        <RecentWork kind="signup" className="mx-5 mb-5 rounded-lg border bg-surface" />
      ) : null}
    </div>
  );
}
