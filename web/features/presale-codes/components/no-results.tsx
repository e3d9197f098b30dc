import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { canRepeat, repeatSearch, type SearchState } from '../search-run.ts';
import { isUnread, summaryOf, UNREAD } from '../search-summary.ts';

interface NoResultsProps {
  state: SearchState;
  hasMailboxes: boolean;
  accountsLink: (content: ReactNode, look: 'button' | 'text') => ReactNode;
}

/** The results before a search, and after one that found nothing. */
export function NoResults({ state, hasMailboxes, accountsLink }: NoResultsProps) {
  if (state.phase === 'done' && isUnread(state))
    return (
      <EmptyState
        title={UNREAD}
        className="pt-16"
        actions={
          canRepeat() ? (
            <Button size="sm" onClick={repeatSearch}>
              Retry
            </Button>
          ) : null
        }
      >
        So nothing was searched. What went wrong stands above.
      </EmptyState>
    );
  if (state.phase === 'done')
    return (
      <EmptyState title="No Codes Found" className="pt-16">
        <span className="block">Try adjusting your search parameters</span>
        <span className="tn mt-1 block text-xs text-text-subtle">{summaryOf(state)}</span>
      </EmptyState>
    );
  if (state.phase === 'cancelled')
    return (
      <EmptyState title="Search cancelled" className="pt-16">
        Nothing was found until then.
      </EmptyState>
    );
  if (state.phase !== 'idle') return null;
  if (!hasMailboxes)
    return (
      <EmptyState
        title="Connect a mailbox first"
        className="pt-16"
        actions={accountsLink('Add a mailbox', 'button')}
      >
        Presale codes are read from the mailboxes that they are sent to. Add one with its app
        password, then come back and search.
      </EmptyState>
    );
  return (
    <EmptyState title="No search yet" className="pt-16">
      Enter an artist or event, select mailboxes and search. Codes appear here as they are found,
      each with the sentence that shows why.
    </EmptyState>
  );
}
