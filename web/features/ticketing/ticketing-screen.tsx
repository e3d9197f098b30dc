import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, Radar } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { MonitoredArtist } from '../../../shared/artist-monitor/schema.ts';
import { FirstUse } from '../../kit/first-use.tsx';
import { saved, useSaved } from '../../kit/saved/saved.ts';
import { focusSearch } from '../../lib/focus.ts';
import { Button } from '../../ui/button.tsx';
import { PageBody, PageHeader } from '../../ui/page.tsx';
import { monitoredArtistsQuery } from '../artist-monitor/monitored-artists.ts';
import { artistSearchQuery } from './artist-queries.ts';
import { ArtistEvents } from './events/artist-events.tsx';
import { ArtistPicker } from './search/artist-picker.tsx';
import { SearchBar } from './search/search-bar.tsx';
import { addTerm, savedTerms } from './search/search-history.ts';
import {
  type EventsChoice,
  readChoice,
  searchTerm,
  type TicketingSearch,
  VIEWS,
  writeChoice,
} from './search-state.ts';

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
  const [terms, saveTerms] = useSaved(savedTerms);
  const [pickedId, setPickedId] = useState<string | null>(null);
  const queries = useQueryClient();
  const { data: monitored = [] } = useQuery(monitoredArtistsQuery);
  const term = searchTerm(search);
  const choice = readChoice(search, view);

  const find = (wanted: string) => {
    const isSame = wanted === term && search.byId === undefined;
    if (isSame) void queries.refetchQueries(artistSearchQuery(term));
    else onSearch({ artistName: wanted, open: 'exact' }, 'push');
  };
  const findMatch = (wanted: string) => onSearch({ artistName: wanted, open: 'match' }, 'push');
  const open = (id: string, from: string, next: TicketingSearch, mode: 'push' | 'replace') => {
    saveTerms(addTerm(terms, from));
    setPickedId(id);
    onSearch({ ...next, open: undefined, byId: id }, mode);
  };
  const openMonitored = ({ artist_id, artist_name }: MonitoredArtist) =>
    open(artist_id, artist_name, { artistName: artist_name }, 'push');
  const change = (changed: Partial<EventsChoice>) => {
    if (changed.view !== undefined) rememberView(changed.view);
    onSearch(writeChoice(search, { ...choice, ...changed }), 'replace');
  };
  const startOver = () => {
    onSearch({}, 'push');
    focusSearch();
  };
  /** Returns to the artist list if it is cached, because Cancel must not start a new search. */
  const cancelEvents = () => {
    const matches = queries.getQueryData(artistSearchQuery(term).queryKey);
    onSearch(matches === undefined ? {} : { artistName: term }, 'replace');
  };

  return (
    <>
      <PageHeader title="Ticketing Tool" context="Artists, events and presales" />
      <PageBody layout="fixed" className="bg-surface">
        <SearchBar
          term={term}
          onSearch={find}
          onSearchMatch={findMatch}
          artists={monitored}
          onOpen={openMonitored}
        />
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
            picks={search.open}
            onCancel={() => onSearch({}, 'replace')}
            // Back leads to the page before the search: the search itself would pick the artist again.
            onPick={(artist, isAutomatic) =>
              open(artist.id, term, search, isAutomatic ? 'replace' : 'push')
            }
          />
        ) : null}
        {search.byId === undefined && term === '' ? (
          <FirstSteps terms={terms} onSearch={find} artists={monitored} onOpen={openMonitored} />
        ) : null}
      </PageBody>
    </>
  );
}

interface FirstStepsProps {
  terms: readonly string[];
  onSearch: (term: string) => void;
  artists: readonly MonitoredArtist[];
  onOpen: (artist: MonitoredArtist) => void;
}

const MOST_OFFERED = 5;

function FirstSteps({ terms, onSearch, artists, onOpen }: FirstStepsProps) {
  const others = artists.filter(({ artist_name }) => !terms.includes(artist_name));
  return (
    <FirstUse
      title="Search for an Artist"
      className="mt-2 flex-1 border-t border-border bg-bg pt-16!"
      actions={
        <>
          {terms.slice(0, MOST_OFFERED).map((term) => (
            <Button key={term} size="sm" icon={<History />} onClick={() => onSearch(term)}>
              {term}
            </Button>
          ))}
          {others.slice(0, MOST_OFFERED).map((artist) => (
            <Button
              key={artist.artist_id}
              size="sm"
              icon={<Radar />}
              onClick={() => onOpen(artist)}
            >
              {artist.artist_name}
            </Button>
          ))}
        </>
      }
    >
      The artist’s events and presales appear here. You can filter, select and export them.
    </FirstUse>
  );
}
