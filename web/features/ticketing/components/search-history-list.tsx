import { History, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { iconButtonClass } from '../../../ui/button-styles.ts';

interface SearchHistoryListProps {
  id: string;
  ref: Ref<HTMLDivElement>;
  terms: readonly string[];
  onPick: (term: string) => void;
  /** The entry disappears: the caller moves the focus. */
  onForget: (term: string) => void;
  /** Escape, or up from the first entry. */
  onLeave: () => void;
}

/**
 * Earlier searches under the box, newest first. Arrow keys move, Enter searches, Delete removes an entry. The buttons
 * are not in the Tab order: Tab leads from the box to Search.
 */
export function SearchHistoryList({
  id,
  ref,
  terms,
  onPick,
  onForget,
  onLeave,
}: SearchHistoryListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const picks = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-term]')];
    const at = picks.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Delete' && at >= 0) onForget(terms[at] ?? '');
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
      aria-label="Recent searches"
      onKeyDown={onKeyDown}
      className="appearing absolute inset-x-0 top-full z-(--z-popover) mt-1 rounded-lg bg-surface-raised p-1 shadow-md"
    >
      <div aria-hidden="true" className="px-2 pt-1 pb-0.5 text-2xs font-medium text-text-subtle">
        Recent searches
      </div>
      <ul>
        {terms.map((term) => (
          <li key={term} className="flex items-center gap-1">
            <button
              type="button"
              tabIndex={-1}
              data-term=""
              onClick={() => onPick(term)}
              className="flex h-[30px] min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left -outline-offset-2! hover:bg-surface-active max-md:h-10"
            >
              <History className="size-3.5 flex-none text-text-subtle" />
              <span className="truncate">{term}</span>
            </button>
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Remove ${term} from recent searches`}
              className={iconButtonClass('ghost', 'xs')}
              onClick={() => onForget(term)}
            >
              <X />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
