import { CornerDownRight, History, Radar } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { MonitoredArtist } from '../../../../shared/artist-monitor/schema.ts';
import { useListedKeys } from '../../../kit/keys/shortcuts.ts';
import { useSaved } from '../../../kit/saved/saved.ts';
import { Button } from '../../../ui/button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { removeTerm, savedTerms } from './search-history.ts';
import { type SuggestionGroup, Suggestions } from './suggestions.tsx';

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
  const [history, saveHistory] = useSaved(savedTerms);
  const inputRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const isEntering = useRef(false);
  const listId = useId();
  if (term !== shownTerm) {
    setShownTerm(term);
    setText(term);
  }
  const wanted = text.trim();
  const focus = () => inputRef.current?.focus();
  const search = (entry: string) => {
    setOpen(false);
    setText(entry);
    focus();
    if (entry.trim() !== '') onSearch(entry.trim());
  };
  const searchMatch = () => {
    if (wanted === '') return;
    setOpen(false);
    // The focus goes to the events.
    inputRef.current?.blur();
    onSearchMatch(wanted);
  };
  useListedKeys('shift+Enter', 'Open the artist with the typed name');

  // All names for an untouched box, else those that contain the typed text.
  const isOffered = (name: string) =>
    text === term || name.toLowerCase().includes(wanted.toLowerCase());
  const terms = history.filter(isOffered).map((entry) => ({
    id: entry,
    text: entry,
    icon: History,
    open: () => search(entry),
    remove: () => {
      focus();
      saveHistory(removeTerm(history, entry));
    },
  }));
  const monitored = artists.filter(({ artist_name }) => isOffered(artist_name));
  const opened = monitored.slice(0, MOST_ARTISTS).map((artist) => ({
    id: artist.artist_id,
    text: artist.artist_name,
    icon: Radar,
    open: () => {
      setOpen(false);
      onOpen(artist);
    },
  }));
  const match = {
    id: 'match',
    text: `Open the events of “${wanted}”`,
    icon: CornerDownRight,
    keys: 'shift+Enter',
    open: searchMatch,
  };
  const offers: SuggestionGroup[] = [
    { title: 'Recent searches', entries: terms },
    { title: 'Monitored artists', entries: opened },
    { title: '', entries: wanted === '' || wanted === term ? [] : [match] },
  ];
  const groups = offers.filter(({ entries }) => entries.length > 0);
  const isShown = isOpen && groups.length > 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.shiftKey) searchMatch();
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'ArrowDown' && isShown)
      listRef.current?.querySelector('button')?.focus();
    else if (event.key === 'ArrowDown' && groups.length > 0) setOpen(true);
    else return;
    event.preventDefault();
  };
  return (
    <Toolbar className="overflow-visible! border-b-0 pt-2.5! pb-0.5!">
      <search className="min-w-0 flex-1">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            search(text);
          }}
          className="flex gap-2"
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: closes the list when the focus leaves it. */}
          <div
            className="relative min-w-0 flex-1"
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
            }}
          >
            <SearchInput
              ref={inputRef}
              data-page-start=""
              size="md"
              label="Search artists"
              placeholder="Artist name"
              value={text}
              aria-controls={isShown ? listId : undefined}
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
            {isShown ? (
              <Suggestions
                id={listId}
                ref={listRef}
                groups={groups}
                onLeave={() => {
                  setOpen(false);
                  focus();
                }}
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
