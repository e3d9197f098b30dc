import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { LONGEST_NAME } from '../../../../shared/ticketing/constants.ts';
import type { ArtistResult } from '../../../../shared/ticketing/schema.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ArtistImage, classificationOf, pictureOf } from '../../ticketing/artist-image.tsx';
import { artistSearchQuery } from '../../ticketing/artist-queries.ts';
import { AddForm } from './dates-form.tsx';

interface ArtistSearchProps {
  /** The term in the address. */
  term: string;
  onTerm: (term: string) => void;
  monitoredIds: ReadonlySet<string>;
}

/**
 * The search for artists to monitor, with its results: the dates of the chosen one open below it.
 */
export function ArtistSearch({ term, onTerm, monitoredIds }: ArtistSearchProps) {
  const [text, setText] = useState(term);
  const [shownTerm, setShownTerm] = useState(term);
  const [chosen, setChosen] = useState<string | null>(null);
  if (term !== shownTerm) {
    setShownTerm(term);
    setText(term);
  }
  const isSearchable = term !== '' && term.length <= LONGEST_NAME;
  const query = useQuery({ ...artistSearchQuery(term), enabled: isSearchable });
  // A search that failed has no results.
  const artists = query.isError || !isSearchable ? [] : query.data?.artists;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') return;
    setChosen(null);
    if (wanted === term) void query.refetch();
    else onTerm(wanted);
  };
  return (
    <>
      <Toolbar className="py-3!">
        <search className="min-w-0 flex-1">
          <form onSubmit={submit} className="flex gap-2">
            <SearchInput
              data-page-start=""
              size="md"
              label="Search for an artist"
              value={text}
              onChange={setText}
              className="flex-1"
            />
            <Button
              type="submit"
              variant={chosen === null ? 'primary' : 'secondary'}
              busy={query.isFetching}
              className="max-md:h-10"
            >
              Search
            </Button>
          </form>
        </search>
      </Toolbar>
      {term === '' ? null : (
        <Results
          {...{ artists, term, chosen, monitoredIds }}
          onChoose={setChosen}
          onClear={() => {
            setChosen(null);
            onTerm('');
          }}
        />
      )}
    </>
  );
}

const describeCount = (artists: readonly ArtistResult[], term: string): string =>
  artists.length === 0
    ? `No artists match “${term}”`
    : `${countOf(artists.length, 'artist matches', 'artists match')} “${term}”`;

interface ResultsProps extends Pick<ArtistSearchProps, 'term' | 'monitoredIds'> {
  /** Undefined while they are loading. */
  artists: readonly ArtistResult[] | undefined;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onClear: () => void;
}

function Results({ artists, term, chosen, monitoredIds, onChoose, onClear }: ResultsProps) {
  return (
    <section
      aria-label="Search results"
      className="flex max-h-[45%] flex-none flex-col border-b border-border bg-surface-sunken"
    >
      <div className="flex h-8 flex-none items-center gap-2 pr-4 pl-5 max-md:px-3.5">
        <p role="status" className="min-w-0 truncate text-xs text-text-muted">
          {artists === undefined ? `Searching for “${term}”` : describeCount(artists, term)}
        </p>
        <Button size="xs" variant="ghost" className="ml-auto" onClick={onClear}>
          Clear
        </Button>
      </div>
      {artists && artists.length > 0 ? (
        <ul aria-label="Artists" className="min-h-0 overflow-y-auto">
          {artists.map((artist) => (
            <Result
              key={artist.id}
              artist={artist}
              isMonitored={monitoredIds.has(artist.id)}
              isChosen={chosen === artist.id}
              onChoose={onChoose}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface ResultProps {
  artist: ArtistResult;
  isMonitored: boolean;
  isChosen: boolean;
  onChoose: (id: string | null) => void;
}

function Result({ artist, isMonitored, isChosen, onChoose }: ResultProps) {
  const isOpen = isChosen && !isMonitored;
  return (
    <li
      className={clsx(
        'flex flex-wrap items-center gap-3 border-t border-border py-1.5 pr-4 pl-5 max-md:px-3.5',
        isOpen && 'bg-surface-selected py-2.5 shadow-selected',
      )}
    >
      <ArtistImage name={artist.name} address={pictureOf(artist)} className="size-9" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{artist.name}</span>
        <span className="tn block truncate text-xs text-text-muted">
          {classificationOf(artist)}, {countOf(artist.upcomingEvents._total, 'upcoming event')}
        </span>
      </span>
      {isOpen ? (
        <AddForm artist={artist} onDone={() => onChoose(null)} onCancel={() => onChoose(null)} />
      ) : null}
      {isMonitored ? (
        <span className="flex items-center gap-1.5 text-xs text-text-muted">
          <Check className="size-3.5" />
          Monitored
        </span>
      ) : null}
      {isMonitored || isOpen ? null : (
        <Button
          size="sm"
          icon={<Plus />}
          aria-label={`Set dates for ${artist.name}`}
          onClick={() => onChoose(artist.id)}
        >
          Set dates
        </Button>
      )}
    </li>
  );
}
