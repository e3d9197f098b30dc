import { type LucideIcon, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { iconButtonClass } from '../../../ui/button-styles.ts';
import { Kbd, keyLabel } from '../../../ui/kbd.tsx';

interface Suggestion {
  id: string;
  text: string;
  icon: LucideIcon;
  /** The keys in the search box that do the same. */
  keys?: string;
  open: () => void;
  /** An earlier search can be removed. The entry disappears: the caller moves the focus. */
  remove?: () => void;
}

export interface SuggestionGroup {
  /** '' for none. */
  title: string;
  entries: readonly Suggestion[];
}

interface SuggestionsProps {
  id: string;
  ref: Ref<HTMLDivElement>;
  groups: readonly SuggestionGroup[];
  /** Escape, or up from the first entry. */
  onLeave: () => void;
}

/**
 * The list under the search box. Arrow keys move, Enter searches or opens, Delete removes an earlier search. The buttons
 * are not in the Tab order: Tab leads from the box to Search.
 */
export function Suggestions({ id, ref, groups, onLeave }: SuggestionsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const remove = groups.flatMap(({ entries }) => entries)[at]?.remove;
    if (event.key === 'Delete' && remove) remove();
    else if (event.key === 'ArrowDown') buttons[Math.min(at + 1, buttons.length - 1)]?.focus();
    else if (event.key === 'ArrowUp' && at > 0) buttons[at - 1]?.focus();
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
      {groups.map(({ title, entries }) => (
        <div key={title}>
          {title === '' ? null : (
            <div
              aria-hidden="true"
              className="px-2 pt-1 pb-0.5 text-2xs font-medium text-text-subtle"
            >
              {title}
            </div>
          )}
          <ul>
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Entry({ text, icon: Icon, keys, open, remove }: Suggestion) {
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        tabIndex={-1}
        data-entry=""
        data-term={remove ? text : undefined}
        onClick={open}
        className="flex h-7.5 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left -outline-offset-2! hover:bg-surface-active max-md:h-10"
      >
        <Icon className="size-3.5 flex-none text-text-subtle" />
        <span className="min-w-0 flex-1 truncate">{text}</span>
        {keys ? <Kbd>{keyLabel(keys)}</Kbd> : null}
      </button>
      {remove ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Remove ${text} from recent searches`}
          className={iconButtonClass('ghost', 'xs')}
          onClick={remove}
        >
          <X />
        </button>
      ) : null}
    </li>
  );
}
