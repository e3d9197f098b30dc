import { CornerDownRight, History, Radar, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import type { MonitoredArtist } from '../../../../shared/artist-monitor/schema.ts';
import { iconButtonClass } from '../../../ui/button-styles.ts';
import { Kbd, keyLabel } from '../../../ui/kbd.tsx';

interface SearchHistoryListProps {
  id: string;
  ref: Ref<HTMLDivElement>;
  terms: readonly string[];
  onPick: (term: string) => void;
  /** The typed name; its entry opens the artist's events. Null while nothing new is typed. */
  match: string | null;
  onMatch: () => void;
  /** Monitored artists, whose events open at once. */
  artists: readonly MonitoredArtist[];
  onOpen: (artist: MonitoredArtist) => void;
  /** The entry disappears: the caller moves the focus. */
  onRemove: (term: string) => void;
  /** Escape, or up from the first entry. */
  onLeave: () => void;
}

/**
 * Earlier searches under the box, newest first, monitored artists, and the typed name. Arrow keys move, Enter searches or opens, Delete
 * removes an earlier search. The buttons are not in the Tab order: Tab leads from the box to Search.
 */
export function SearchHistoryList({
  id,
  ref,
  terms,
  onPick,
  match,
  onMatch,
  artists,
  onOpen,
  onRemove,
  onLeave,
}: SearchHistoryListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const picks = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
    const at = picks.indexOf(document.activeElement as HTMLElement);
    const term = terms[at];
    if (event.key === 'Delete' && term !== undefined) onRemove(term);
    else if (event.key === 'ArrowDown') picks[Math.min(at + 1, picks.length - 1)]?.focus();
    else if (event.key === 'ArrowUp' && at > 0) picks[at - 1]?.focus();
    else if (event.key === 'ArrowUp' || event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields; these are buttons.
    <div
      id={id}
      ref={ref}
      role="group"
      aria-label="Suggestions"
      onKeyDown={onKeyDown}
      className="appearing absolute inset-x-0 top-full z-(--z-popover) mt-1 rounded-lg bg-surface-raised p-1 shadow-md"
    >
      {terms.length > 0 ? <GroupTitle>Recent searches</GroupTitle> : null}
      <ul>
        {terms.map((term) => (
          <li key={term} className="flex items-center gap-1">
            <button
              type="button"
              tabIndex={-1}
              data-entry=""
              data-term=""
              onClick={() => onPick(term)}
              className={entryClass}
            >
              <History className="size-3.5 flex-none text-text-subtle" />
              <span className="truncate">{term}</span>
            </button>
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Remove ${term} from recent searches`}
              className={iconButtonClass('ghost', 'xs')}
              onClick={() => onRemove(term)}
            >
              <X />
            </button>
          </li>
        ))}
      </ul>
      {artists.length > 0 ? <GroupTitle>Monitored artists</GroupTitle> : null}
      <ul>
        {artists.map((artist) => (
          <li key={artist.artist_id} className="flex">
            <button
              type="button"
              tabIndex={-1}
              data-entry=""
              onClick={() => onOpen(artist)}
              className={entryClass}
            >
              <Radar className="size-3.5 flex-none text-text-subtle" />
              <span className="truncate">{artist.artist_name}</span>
            </button>
          </li>
        ))}
      </ul>
      {match === null ? null : (
        <button
          type="button"
          tabIndex={-1}
          data-entry=""
          onClick={onMatch}
          className={`${entryClass} w-full`}
        >
          <CornerDownRight className="size-3.5 flex-none text-text-subtle" />
          <span className="min-w-0 flex-1 truncate">Open the events of “{match}”</span>
          <Kbd>{keyLabel('shift+Enter')}</Kbd>
        </button>
      )}
    </div>
  );
}

const entryClass =
  'flex h-[30px] min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left -outline-offset-2! hover:bg-surface-active max-md:h-10';

const GroupTitle = ({ children }: { children: string }) => (
  <div aria-hidden="true" className="px-2 pt-1 pb-0.5 text-2xs font-medium text-text-subtle">
    {children}
  </div>
);
