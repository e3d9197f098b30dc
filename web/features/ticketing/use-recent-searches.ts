import { useNavigate } from '@tanstack/react-router';
import { useCommands } from '../../lib/commands.ts';
import { useSearchHistory } from './use-search-history.ts';

const OFFERED = 5;

/** The last artist searches, in the command palette of every screen. */
export function useRecentSearches(): void {
  const navigate = useNavigate();
  const { terms } = useSearchHistory();
  useCommands(
    terms.slice(0, OFFERED).map((term) => ({
      id: `ticketing.recent ${term}`,
      label: `Events of ${term}`,
      group: 'Recent',
      keywords: [term, 'search'],
      run: () => void navigate({ to: '/ticketmaster', search: { artistName: term } }),
    })),
  );
}
