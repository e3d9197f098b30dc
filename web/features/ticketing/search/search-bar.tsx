import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { MonitoredArtist } from '../../../../shared/artist-monitor/schema.ts';
import { useListedKeys } from '../../../lib/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SearchHistoryList } from './search-history-list.tsx';
import { useSearchHistory } from './use-search-history.ts';

interface SearchBarProps {
  /** The term in the address fills the box. */
  term: string;
  /** Called with a term that is not blank. */
  onSearch: (term: string) => void;
  /** The same; opens the events if only one artist can be meant. */
  onSearchMatch: (term: string) => void;
  /** Offered below the box. */
  artists: readonly MonitoredArtist[];
  onOpen: (artist: MonitoredArtist) => void;
}

const MOST_ARTISTS = 6;

/**
 * The artist search: Enter searches, Shift Enter opens the events of the artist with this name. A blank term does nothing. Earlier terms and monitored artists open below the box on
 * a click, on typing and on the down arrow, but not on focus alone: the list would cover the results.
 */
export function SearchBar({ term, onSearch, onSearchMatch, artists, onOpen }: SearchBarProps) {
  const [text, setText] = useState(term);
  const [shownTerm, setShownTerm] = useState(term);
  const [isOpen, setOpen] = useState(false);
  const history = useSearchHistory();
  const inputRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const isEntering = useRef(false);
  const listId = useId();
  if (term !== shownTerm) {
    setShownTerm(term);
    setText(term);
  }
  const offered = history.terms.filter((entry) => isOffered(entry, text, term));
  const offeredArtists = artists
    .filter(({ artist_name }) => isOffered(artist_name, text, term))
    .slice(0, MOST_ARTISTS);
  const wanted = text.trim();
  const match = wanted === '' || wanted === term ? null : wanted;
  const hasOffers = offered.length + offeredArtists.length > 0 || match !== null;

  useListedKeys('shift+Enter', 'Open the artist with the typed name');
  const search = (entry: string) => {
    setOpen(false);
    setText(entry);
    inputRef.current?.focus();
    if (entry.trim() !== '') onSearch(entry.trim());
  };
  const searchMatch = () => {
    if (wanted === '') return;
    setOpen(false);
    // The focus goes to the events.
    inputRef.current?.blur();
    onSearchMatch(wanted);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.shiftKey) {
      event.preventDefault();
      searchMatch();
    }
    if (event.key === 'Escape' && isOpen && hasOffers) {
      event.preventDefault();
      setOpen(false);
    }
    if (event.key !== 'ArrowDown' || !hasOffers) return;
    event.preventDefault();
    if (isOpen) listRef.current?.querySelector('button')?.focus();
    else setOpen(true);
  };
  const remove = (entry: string) => {
    inputRef.current?.focus();
    history.remove(entry);
  };
  const close = () => {
    setOpen(false);
    inputRef.current?.focus();
  };

  return (
    <Toolbar className="overflow-visible! border-b-0 pt-2.5! pb-0.5!">
      <search className="min-w-0 flex-1">
        <form onSubmit={onSubmit} className="flex gap-2">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: closes the list when the focus leaves it. */}
          <div
            className="relative min-w-0 flex-1"
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
            }}
          >
            <SearchInput
              ref={inputRef}
              size="md"
              label="Search artists"
              placeholder="Artist name"
              value={text}
              aria-controls={isOpen && hasOffers ? listId : undefined}
              onChange={(value) => {
                setText(value);
                setOpen(true);
              }}
              onMouseDown={({ currentTarget }) => {
                isEntering.current = document.activeElement !== currentTarget;
              }}
              onClick={({ currentTarget }) => {
                setOpen(true);
                // As in the address bar: the next name replaces the last one.
                const { selectionStart, selectionEnd } = currentTarget;
                if (isEntering.current && selectionStart === selectionEnd) currentTarget.select();
              }}
              onKeyDown={onKeyDown}
            />
            {isOpen && hasOffers ? (
              <SearchHistoryList
                id={listId}
                ref={listRef}
                terms={offered}
                onPick={search}
                match={match}
                onMatch={searchMatch}
                artists={offeredArtists}
                onOpen={(artist) => {
                  setOpen(false);
                  onOpen(artist);
                }}
                onRemove={remove}
                onLeave={close}
              />
            ) : null}
          </div>
          <Button type="submit" variant="primary" className="max-md:h-10">
            Search
          </Button>
        </form>
      </search>
    </Toolbar>
  );
}

/** All terms for an untouched box, else those that contain the typed text. */
function isOffered(entry: string, text: string, term: string): boolean {
  const typed = text.trim().toLowerCase();
  return typed === '' || text === term || entry.toLowerCase().includes(typed);
}
