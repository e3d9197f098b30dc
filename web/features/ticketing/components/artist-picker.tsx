import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ArtistResult } from '../../../../shared/ticketing/schema.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { describeTicketingFailure } from '../failure-text.ts';
import { artistSearchQuery } from '../queries.ts';
import { ArtistImage } from './artist-image.tsx';
import { LoadingPanel } from './loading-panel.tsx';

interface ArtistPickerProps {
  term: string;
  onPick: (artist: ArtistResult) => void;
  onCancel: () => void;
}

/** The artists that a term finds. A failed search gives an empty list (part 8), and says quietly why. */
export function ArtistPicker({ term, onPick, onCancel }: ArtistPickerProps) {
  const query = useQuery(artistSearchQuery(term));
  if (query.isPending) {
    return <LoadingPanel key={term} title={`Searching for ${term}`} onCancel={onCancel} />;
  }
  const artists = query.data ?? [];
  if (artists.length > 0) return <ArtistList term={term} artists={artists} onPick={onPick} />;
  const retry = (
    <Button busy={query.isFetching} onClick={() => query.refetch()}>
      Retry
    </Button>
  );
  return (
    <EmptyState
      title="No artists found"
      className="mt-2 flex-1 border-t border-border bg-bg"
      actions={query.isError ? retry : null}
    >
      {query.isError ? (
        <span role="status">
          The search for {term} failed. {describeTicketingFailure(query.error).text}
        </span>
      ) : (
        `Nothing matches ${term}. Check the spelling, or try a part of the name.`
      )}
    </EmptyState>
  );
}

interface ArtistListProps {
  term: string;
  artists: readonly ArtistResult[];
  onPick: (artist: ArtistResult) => void;
}

/** Arrow keys move, Enter picks. The focus comes here from the search box that asked. */
function ArtistList({ term, artists, onPick }: ArtistListProps) {
  const listRef = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!document.activeElement?.hasAttribute('data-page-search')) return;
    listRef.current?.querySelector('button')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = targetOf(event.key, at, buttons.length);
    if (to === null) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    <section aria-label="Search results" className="min-h-0 flex-1 overflow-auto bg-surface">
      <p
        role="status"
        className="border-b border-border px-5 py-2 text-xs text-text-muted max-md:px-3.5"
      >
        {countOf(artists.length, 'artist')} for {term}
      </p>
      <ul ref={listRef} onKeyDown={onKeyDown} aria-label="Artists">
        {artists.map((artist) => (
          <li key={artist.id} className="border-b border-border">
            <ArtistButton artist={artist} onPick={onPick} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ArtistButton({
  artist,
  onPick,
}: { artist: ArtistResult } & Pick<ArtistListProps, 'onPick'>) {
  const count = artist.upcomingEvents._total;
  return (
    <button
      type="button"
      onClick={() => onPick(artist)}
      className="flex h-14 w-full items-center gap-3 px-5 text-left -outline-offset-2! hover:bg-surface-hover max-md:px-3.5"
    >
      <ArtistImage artist={artist} className="size-10" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[560]">{artist.name}</span>
        <span className="block truncate text-xs text-text-muted">{classification(artist)}</span>
      </span>
      <span className={count === 0 ? 'tn text-xs text-text-subtle' : 'tn text-xs'}>
        {count === 0 ? 'No upcoming events' : countOf(count, 'upcoming event')}
      </span>
      <ChevronRight aria-hidden="true" className="size-4 text-text-subtle" strokeWidth={1.75} />
    </button>
  );
}

/** `Music / Rock`; the provider's 'Undefined' says nothing. */
function classification({ classifications: [first] }: ArtistResult): string {
  const names = [first?.segment.name, first?.genre.name].filter(
    (name) => name !== undefined && !/^(undefined|n\/a|)$/i.test(name),
  );
  return names.length === 0 ? 'Not classified' : names.join(' / ');
}

function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
