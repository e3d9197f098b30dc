import { Command, useCommandState } from 'cmdk';
import { CornerDownRight, History, Radar } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import type { MonitoredArtist } from '../../../../shared/artist-monitor/schema.ts';
import { useListedKeys } from '../../../kit/keys/shortcuts.ts';
import { useSaved } from '../../../kit/saved/saved.ts';
import { Button } from '../../../ui/button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { removeTerm, savedTerms } from './search-history.ts';
import { type Suggestion, type SuggestionGroup, Suggestions } from './suggestions.tsx';

interface SearchBarProps {
  /** The term in the address fills the box. */
  term: string;
  /** Called with a term that is not blank. */
  onSearch: (term: string) => void;
  /** Searches in the same way, and opens the events if only one artist can be meant. */
  onSearchMatch: (term: string) => void;
  /** Entries that are offered below the box. */
  artists: readonly MonitoredArtist[];
  onOpen: (artist: MonitoredArtist) => void;
}

const MOST_ARTISTS = 6;
/** The cursor of the list while it is in the box. */
const BOX = 'box';

/**
 * The artist search: Enter searches, Shift Enter opens the events of the artist with this name. A blank term does
 * nothing. Earlier terms and monitored artists open below the box on a click, on typing and on the down arrow, but not
 * on focus alone: the list would cover the results. Delete removes an earlier term.
 */
export function SearchBar(props: SearchBarProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { text, cursor, setCursor, groups, ...actions } = useSearch(props, inputRef);
  const { change, search, open, close, onKeyDown } = actions;
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
          <Command
            shouldFilter={false}
            disablePointerSelection
            vimBindings={false}
            value={cursor}
            onValueChange={setCursor}
            className="relative min-w-0 flex-1 outline-none!"
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) close();
            }}
          >
            <SearchBox
              ref={inputRef}
              value={text}
              aria-controls={groups.length > 0 ? listId : undefined}
              onChange={change}
              onClick={open}
              onKeyDown={onKeyDown}
            />
            <Suggestions id={listId} groups={groups} box={BOX} onSearch={() => search(text)} />
          </Command>
          <Button type="submit" variant="primary" className="max-md:h-10">
            Search
          </Button>
        </form>
      </search>
    </Toolbar>
  );
}

/** The text, the list below it and its cursor, and the handlers of keys and presses. */
function useSearch(props: SearchBarProps, input: RefObject<HTMLInputElement | null>) {
  const { term, onSearch, onSearchMatch } = props;
  const [text, setText] = useState(term);
  const [shownTerm, setShownTerm] = useState(term);
  const [isOpen, setOpen] = useState(false);
  const [cursor, setCursor] = useState(BOX);
  if (term !== shownTerm) {
    setShownTerm(term);
    setText(term);
  }
  const close = () => {
    setOpen(false);
    setCursor(BOX);
  };
  const search = (entry: string) => {
    close();
    setText(entry);
    input.current?.focus();
    if (entry.trim() !== '') onSearch(entry.trim());
  };
  const searchMatch = () => {
    if (text.trim() === '') return;
    close();
    // The focus goes to the events.
    input.current?.blur();
    onSearchMatch(text.trim());
  };
  useListedKeys('shift+Enter', 'Open the artist with the typed name');
  const offers = useOffers(text, { ...props, onSearch: search, onSearchMatch: searchMatch, close });
  const groups = isOpen ? offers : [];
  const entry = groups.flatMap(({ entries }) => entries).find(({ id }) => id === cursor);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    // These move within the text, not within the list.
    if (key === 'Home' || key === 'End') event.stopPropagation();
    if (key === 'Enter' && event.shiftKey) searchMatch();
    else if (key === 'Escape' && groups.length > 0) close();
    else if (key === 'Delete' && entry?.remove) entry.remove();
    else if (key === 'ArrowDown' && groups.length === 0) setOpen(true);
    else return;
    event.preventDefault();
  };
  const change = (value: string) => {
    setText(value);
    setOpen(true);
    setCursor(BOX);
  };
  const open = () => setOpen(true);
  return { text, cursor, setCursor, groups, change, search, open, close, onKeyDown };
}

type SearchBoxProps = Pick<
  ComponentProps<typeof SearchInput>,
  'ref' | 'value' | 'aria-controls' | 'onChange' | 'onKeyDown'
> & { onClick: () => void };

/** The field. The focus stays in it while the cursor moves in the list. */
function SearchBox({ onClick, ...props }: SearchBoxProps) {
  const isEntering = useRef(false);
  const selectedId = useCommandState(({ value, selectedItemId }) =>
    value === BOX ? undefined : selectedItemId,
  );
  return (
    <SearchInput
      {...props}
      data-page-start=""
      size="md"
      label="Search artists"
      placeholder="Artist name"
      aria-autocomplete="list"
      aria-activedescendant={props['aria-controls'] === undefined ? undefined : selectedId}
      onMouseDown={({ currentTarget }) => {
        isEntering.current = document.activeElement !== currentTarget;
      }}
      onClick={({ currentTarget }) => {
        onClick();
        // The next name replaces the last one, as in an address bar.
        const { selectionStart, selectionEnd } = currentTarget;
        if (isEntering.current && selectionStart === selectionEnd) currentTarget.select();
      }}
    />
  );
}

interface OfferActions
  extends Pick<SearchBarProps, 'term' | 'artists' | 'onSearch' | 'onOpen' | 'onSearchMatch'> {
  close: () => void;
}

/**
 * The entries of the box: all names while its text is the searched term, otherwise those that
 * contain the typed text.
 */
function useOffers(
  text: string,
  { term, artists, onSearch, onSearchMatch, onOpen, close }: OfferActions,
): SuggestionGroup[] {
  const [history, saveHistory] = useSaved(savedTerms);
  const wanted = text.trim();
  const isOffered = (name: string) =>
    text === term || name.toLowerCase().includes(wanted.toLowerCase());
  const terms = history.filter(isOffered).map((entry) => ({
    id: `term ${entry}`,
    text: entry,
    icon: History,
    open: () => onSearch(entry),
    remove: () => saveHistory(removeTerm(history, entry)),
  }));
  const monitored = artists.filter(({ artist_name }) => isOffered(artist_name));
  const opened = monitored.slice(0, MOST_ARTISTS).map((artist) => ({
    id: `artist ${artist.artist_id}`,
    text: artist.artist_name,
    icon: Radar,
    open: () => {
      close();
      onOpen(artist);
    },
  }));
  const match: Suggestion = {
    id: 'match',
    text: `Open the events of “${wanted}”`,
    icon: CornerDownRight,
    keys: 'shift+Enter',
    open: () => onSearchMatch(wanted),
  };
  const groups = [
    { title: 'Recent searches', entries: terms },
    { title: 'Monitored artists', entries: opened },
    { title: '', entries: wanted === '' || wanted === term ? [] : [match] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
