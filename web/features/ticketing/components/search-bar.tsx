import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useSearchHistory } from '../use-search-history.ts';
import { SearchHistoryList } from './search-history-list.tsx';

interface SearchBarProps {
  /** The term in the address fills the box. */
  term: string;
  /** Called with a term that is not blank. */
  onSearch: (term: string) => void;
}

/**
 * The artist search: Enter searches, a blank term does nothing. Earlier terms open below the box on a click, on typing
 * and on the down arrow, but not on focus alone: the list would cover the results.
 */
export function SearchBar({ term, onSearch }: SearchBarProps) {
  const [text, setText] = useState(term);
  const [shownTerm, setShownTerm] = useState(term);
  const [isOpen, setOpen] = useState(false);
  const history = useSearchHistory();
  const inputRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  if (term !== shownTerm) {
    setShownTerm(term);
    setText(term);
  }
  const offered = history.terms.filter((entry) => isOffered(entry, text, term));

  const search = (wanted: string) => {
    setOpen(false);
    setText(wanted);
    inputRef.current?.focus();
    if (wanted.trim() !== '') onSearch(wanted.trim());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen && offered.length > 0) {
      event.preventDefault();
      setOpen(false);
    }
    if (event.key !== 'ArrowDown' || offered.length === 0) return;
    event.preventDefault();
    if (isOpen) listRef.current?.querySelector('button')?.focus();
    else setOpen(true);
  };
  const forget = (entry: string) => {
    inputRef.current?.focus();
    history.forget(entry);
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
              aria-controls={isOpen && offered.length > 0 ? listId : undefined}
              onChange={(value) => {
                setText(value);
                setOpen(true);
              }}
              onClick={() => setOpen(true)}
              onKeyDown={onKeyDown}
            />
            {isOpen && offered.length > 0 ? (
              <SearchHistoryList
                id={listId}
                ref={listRef}
                terms={offered}
                onPick={search}
                onForget={forget}
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
