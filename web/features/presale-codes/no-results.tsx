import { Link } from '@tanstack/react-router';
import { FirstUse } from '../../kit/first-use.tsx';
import { Button } from '../../ui/button.tsx';
import { type ButtonSize, buttonClass } from '../../ui/button-styles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { isUnread, summaryOf, UNREAD } from './progress/search-texts.ts';
import type { SearchView } from './search/search-machine.ts';
import { canRepeat, tabSearch, useTabSearch } from './search/search-store.ts';

interface NoResultsProps {
  state: SearchView;
  hasMailboxes: boolean;
}

/** The results before a search, and after one that found nothing. */
export function NoResults({ state, hasMailboxes }: NoResultsProps) {
  if (state.phase === 'done' && isUnread(state))
    return (
      <EmptyState title={UNREAD} className="pt-16" actions={<RepeatSearch size="sm" />}>
        Nothing was searched. The reasons are shown above.
      </EmptyState>
    );
  if (state.phase === 'done')
    return (
      <EmptyState title="No Codes Found" className="pt-16">
        <span className="block">{state.message}</span>
        <span className="block">Try adjusting your search parameters</span>
        <span className="tn mt-1 block text-xs text-text-subtle">{summaryOf(state)}</span>
      </EmptyState>
    );
  if (state.phase === 'cancelled')
    return (
      <EmptyState title="Search cancelled" className="pt-16">
        No codes were found before that.
      </EmptyState>
    );
  if (state.phase !== 'idle') return null;
  if (!hasMailboxes)
    return (
      <FirstUse
        title="Connect a mailbox first"
        className="pt-16"
        actions={
          <Link to="/imap-accounts" className={buttonClass('secondary', 'sm')}>
            Add a mailbox
          </Link>
        }
      >
        Presale codes are read from the mailboxes that receive them. Add a mailbox with its app
        password, then search here.
      </FirstUse>
    );
  return (
    <EmptyState title="No search yet" className="pt-16">
      Enter an artist or event, select mailboxes and search. Codes appear here as they are found,
      each with the sentence that contains it.
    </EmptyState>
  );
}

/** Repeats the last search, if its form is available. */
export const RepeatSearch = ({ size }: { size: ButtonSize }) =>
  useTabSearch(canRepeat) ? (
    <Button size={size} onClick={tabSearch.repeat}>
      Retry
    </Button>
  ) : null;
