import { useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { saved, useSaved } from '../../../kit/saved/saved.ts';
import { artistSearchQuery } from '../../../lib/queries/artists.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageBody, PageHeader } from '../../../ui/page.tsx';
import {
  type EventsChoice,
  readChoice,
  searchTerm,
  type TicketingSearch,
  VIEWS,
  writeChoice,
} from '../search-state.ts';
import { useSearchHistory } from '../use-search-history.ts';
import { ArtistEvents } from './artist-events.tsx';
import { ArtistPicker } from './artist-picker.tsx';
import { SearchBar } from './search-bar.tsx';

const savedView = saved({
  key: 'ticketing-view',
  schema: z.enum(VIEWS),
  fallback: 'grid',
  owner: 'browser',
});

interface TicketingScreenProps {
  search: TicketingSearch;
  /** Writes a state to the address: `push` for a step that Back undoes, `replace` for a change of view. */
  onSearch: (search: TicketingSearch, mode: 'push' | 'replace') => void;
}

/** The ticketing-provider search tool: search, artist list, events. Its state is in the address. */
export function TicketingScreen({ search, onSearch }: TicketingScreenProps) {
  const [view, rememberView] = useSaved(savedView);
  const history = useSearchHistory();
  const [pickedId, setPickedId] = useState<string | null>(null);
  const queries = useQueryClient();
  const term = searchTerm(search);
  const choice = readChoice(search, view);

  const find = (wanted: string) => {
    const isSame = wanted === term && search.byId === undefined;
    if (isSame) void queries.refetchQueries(artistSearchQuery(term));
    else onSearch({ artistName: wanted }, 'push');
  };
  const change = (changed: Partial<EventsChoice>) => {
    if (changed.view !== undefined) rememberView(changed.view);
    onSearch(writeChoice(search, { ...choice, ...changed }), 'replace');
  };
  const startOver = () => {
    onSearch({}, 'push');
    document.querySelector<HTMLElement>('[data-page-search]')?.focus();
  };
  /** Returns to the artist list if it is cached; a new search is not what Cancel means. */
  const cancelEvents = () => {
    const hasArtists = queries.getQueryData(artistSearchQuery(term).queryKey) !== undefined;
    onSearch(hasArtists ? { artistName: term } : {}, 'replace');
  };

  return (
    <>
      <PageHeader title="Ticketing Tool" context="Artists, events and presales" />
      <PageBody layout="fixed" className="bg-surface">
        <SearchBar term={term} onSearch={find} />
        {search.byId !== undefined ? (
          <ArtistEvents
            key={search.byId}
            artistId={search.byId}
            term={term}
            choice={choice}
            onChoice={change}
            onCancel={cancelEvents}
            onNewSearch={startOver}
            takesFocus={search.byId === pickedId}
          />
        ) : null}
        {search.byId === undefined && term !== '' ? (
          <ArtistPicker
            key={term}
            term={term}
            onCancel={() => onSearch({}, 'replace')}
            onPick={(artist) => {
              history.remember(term);
              setPickedId(artist.id);
              onSearch({ ...search, byId: artist.id }, 'push');
            }}
          />
        ) : null}
        {search.byId === undefined && term === '' ? (
          <FirstSteps terms={history.terms} onSearch={find} />
        ) : null}
      </PageBody>
    </>
  );
}

interface FirstStepsProps {
  terms: readonly string[];
  onSearch: (term: string) => void;
}

function FirstSteps({ terms, onSearch }: FirstStepsProps) {
  return (
    <EmptyState
      title="Search for an Artist"
      className="mt-2 flex-1 border-t border-border bg-bg pt-16!"
      actions={terms.slice(0, 5).map((term) => (
        <Button key={term} size="sm" icon={<History />} onClick={() => onSearch(term)}>
          {term}
        </Button>
      ))}
    >
      The artist’s events and presales appear here. You can filter, select and export them.
    </EmptyState>
  );
}
