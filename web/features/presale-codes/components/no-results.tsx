import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { SearchState } from '../search-run.ts';
import { summaryOf } from '../search-summary.ts';

interface NoResultsProps {
  state: SearchState;
  hasMailboxes: boolean;
  accountsLink: (content: ReactNode, look: 'button' | 'text') => ReactNode;
}

/** The results before a search, and after one that found nothing. */
export function NoResults({ state, hasMailboxes, accountsLink }: NoResultsProps) {
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
