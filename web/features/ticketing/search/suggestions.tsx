import { Command } from 'cmdk';
import { type LucideIcon, X } from 'lucide-react';
import { iconButtonClass } from '../../../ui/button-styles.ts';
import { Kbd, keyLabel } from '../../../ui/kbd.tsx';

export interface Suggestion {
  id: string;
  text: string;
  icon: LucideIcon;
  /** The keys of the search box with the same effect. */
  keys?: string;
  open: () => void;
  /** An earlier search can be removed. */
  remove?: () => void;
}

export interface SuggestionGroup {
  /** '' for none. */
  title: string;
  entries: readonly Suggestion[];
}

interface SuggestionsProps {
  id: string;
  /** Empty while the list is closed. */
  groups: readonly SuggestionGroup[];
  /**
   * The value of the search box itself, which is the hidden first entry: Enter searches for the
   * typed text.
   */
  box: string;
  onSearch: () => void;
}

/** The list under the search box, inside cmdk's `Command`: arrow keys move, Enter searches or opens. */
export function Suggestions({ id, groups, box, onSearch }: SuggestionsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press leaves the focus in the search box.
    <div
      id={id}
      hidden={groups.length === 0}
      onMouseDown={(event) => event.preventDefault()}
      className="appearing absolute inset-x-0 top-full z-(--z-popover) mt-1 rounded-lg bg-surface-raised p-1 shadow-md"
    >
      <Command.List label="Suggestions">
        <Command.Item value={box} onSelect={onSearch} className="hidden" />
        {groups.map(({ title, entries }) => (
          <Command.Group
            key={title}
            {...(title === '' ? {} : { heading: title })}
            className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-1 **:[[cmdk-group-heading]]:pb-0.5 **:[[cmdk-group-heading]]:text-2xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-text-subtle"
          >
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </div>
  );
}

function Entry({ id, text, icon: Icon, keys, open, remove }: Suggestion) {
  return (
    <div role="presentation" className="flex items-center gap-1">
      <Command.Item
        value={id}
        onSelect={open}
        data-term={remove ? text : undefined}
        aria-keyshortcuts={remove ? 'Delete' : undefined}
        className="flex h-7.5 min-w-0 flex-1 cursor-default items-center gap-2 rounded-sm px-2 select-none hover:bg-surface-active data-[selected=true]:bg-surface-active max-md:h-10"
      >
        <Icon className="size-3.5 flex-none text-text-subtle" />
        <span className="min-w-0 flex-1 truncate">{text}</span>
        {keys ? <Kbd>{keyLabel(keys)}</Kbd> : null}
      </Command.Item>
      {remove ? (
        // A list of options may not contain buttons, so Delete removes the entry for keyboard and
        // screen-reader users.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={`Remove ${text} from recent searches`}
          className={iconButtonClass('ghost', 'xs')}
          onClick={remove}
        >
          <X />
        </button>
      ) : null}
    </div>
  );
}
