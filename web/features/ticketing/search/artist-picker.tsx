import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { LONGEST_NAME } from '../../../../shared/ticketing/constants.ts';
import type { ArtistResult } from '../../../../shared/ticketing/schema.ts';
import { requestIdOf } from '../../../kit/failure.ts';
import { useIsSettled } from '../../../kit/route.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ArtistImage, classificationOf, pictureOf } from '../artist-image.tsx';
import { type ArtistMatches, artistSearchQuery } from '../artist-queries.ts';
import type { TicketingSearch } from '../search-state.ts';
import { describeTicketingFailure } from './failure-text.ts';
import { LoadingPanel } from './loading-panel.tsx';

interface ArtistPickerProps {
  term: string;
  /** The artist that is picked automatically; none if it is undefined. */
  picks: TicketingSearch['open'];
  /** `isAutomatic`: the operator did not choose from the list. */
  onPick: (artist: ArtistResult, isAutomatic: boolean) => void;
  onCancel: () => void;
}

/** The artists that match a term. A failed search shows an empty list with the reason and Retry. */
export function ArtistPicker({ term, picks, onPick, onCancel }: ArtistPickerProps) {
  const isTooLong = term.length > LONGEST_NAME;
  const query = useQuery({ ...artistSearchQuery(term), enabled: !isTooLong });
  const findMatch = picks && { match: onlyMatch, exact: exactHit }[picks];
  const match = query.data && findMatch?.(term, query.data);
  const pick = useEffectEvent((artist: ArtistResult) => {
    leaveSearchOf(term);
    onPick(artist, true);
  });
  const isSettled = useIsSettled();
  useEffect(() => {
    if (isSettled && match) pick(match);
  }, [isSettled, match]);
  if (isTooLong) {
    return (
      <EmptyState
        title="This name is too long"
        className="mt-2 flex-1 border-t border-border bg-bg"
      >
        An artist name has at most {LONGEST_NAME} characters; this one has{' '}
        {formatNumber(term.length)}.
      </EmptyState>
    );
  }
  if (query.isPending || match) {
    return (
      <LoadingPanel key={term} title={`Searching for ${term}`} shape="rows" onCancel={onCancel} />
    );
  }
  if (query.data !== undefined && query.data.artists.length > 0) {
    return (
      <ArtistList term={term} matches={query.data} onPick={(artist) => onPick(artist, false)} />
    );
  }
  if (query.isError) {
    const failure = describeTicketingFailure(query.error);
    return (
      <ErrorState
        title={failure.text}
        onRetry={failure.isWorthRetrying ? () => void query.refetch() : undefined}
        retrying={query.isFetching}
        requestId={requestIdOf(query.error)}
        className="mt-2 flex-1 border-t border-border bg-bg"
      >
        {failure.reason} The search for “{term}” failed.
      </ErrorState>
    );
  }
  return (
    <EmptyState title="No artists found" className="mt-2 flex-1 border-t border-border bg-bg">
      Nothing matches “{term}”. Check the spelling, or try part of the name.
    </EmptyState>
  );
}

/** The only artist, or the only one with exactly this name; case and accents are ignored. */
function onlyMatch(term: string, { artists, missing }: ArtistMatches): ArtistResult | undefined {
  const named = artists.filter(({ name }) => SAME_NAME.compare(name, term) === 0);
  const [only, ...others] = named.length > 0 || missing > 0 ? named : artists;
  return others.length === 0 ? only : undefined;
}

/**
 * The only hit of a search, if it has exactly the searched name: then there is nothing to choose.
 */
function exactHit(
  term: string,
  { artists: [first, ...others], missing }: ArtistMatches,
): ArtistResult | undefined {
  const isOnly = first !== undefined && others.length === 0 && missing === 0;
  return isOnly && SAME_NAME.compare(first.name, term) === 0 ? first : undefined;
}

/**
 * Leaves the search field unless it has another text by then, so that the focus can move to the
 * events.
 */
function leaveSearchOf(term: string): void {
  const field = document.activeElement;
  const isSearch = field instanceof HTMLInputElement && field.hasAttribute('data-page-search');
  if (isSearch && field.value.trim() === term) field.blur();
}

const SAME_NAME = new Intl.Collator('en', { sensitivity: 'base' });

interface ArtistListProps extends Pick<ArtistPickerProps, 'term'> {
  matches: ArtistMatches;
  onPick: (artist: ArtistResult) => void;
}

/** Arrow keys move, Enter picks. After a search from the search box, the focus moves to the list. */
function ArtistList({ term, matches: { artists, missing }, onPick }: ArtistListProps) {
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
        {missing === 0 ? '' : 'The first '}
        {countOf(artists.length, 'artist')} for “{term}”
        {missing === 0 ? null : (
          <span className="text-warning-text">
            {`. ${formatNumber(missing)} more match: enter more of the name to find them.`}
          </span>
        )}
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
      <ArtistImage name={artist.name} address={pictureOf(artist)} className="size-10" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{artist.name}</span>
        <span className="block truncate text-xs text-text-muted">{classificationOf(artist)}</span>
      </span>
      <span className={count === 0 ? 'tn text-xs text-text-subtle' : 'tn text-xs'}>
        {count === 0 ? 'No upcoming events' : countOf(count, 'upcoming event')}
      </span>
      <ChevronRight className="size-4 text-text-subtle" />
    </button>
  );
}

function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
