import { clsx } from 'clsx';
import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ListOption<T extends string> {
  value: T;
  label: string;
  /** Further search words. */
  keywords?: string[];
  icon?: ReactNode;
  /** At the right, such as a count. */
  aside?: ReactNode;
}

export interface OptionListProps<T extends string> {
  label: string;
  options: readonly ListOption<T>[];
  selected: readonly T[];
  onToggle: (value: T) => void;
  /** Draws boxes (several may be chosen) instead of a check mark (one). */
  multiple?: boolean;
}

/** A searchable list of options: the inside of Combobox and MultiSelect. */
export function OptionList<T extends string>({
  label,
  options,
  selected,
  onToggle,
  multiple,
}: OptionListProps<T>) {
  const chosen = new Set<string>(selected);
  return (
    <Command label={label} loop className="flex min-h-0 flex-col">
      <div className="flex flex-none items-center gap-2 border-b border-border px-2.5">
        <Search className="size-3.5 text-text-subtle" />
        <Command.Input
          placeholder="Filter"
          className="h-9 min-w-0 flex-1 bg-transparent outline-none! max-md:text-lg"
        />
      </div>
      <Command.List className="max-h-70 min-h-0 overflow-auto p-1" label={label}>
        <Command.Empty className="px-2 py-3 text-center text-xs text-text-muted">
          Nothing matches.
        </Command.Empty>
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label, ...(option.keywords ?? [])]}
            onSelect={() => onToggle(option.value)}
            className="flex min-h-7.5 items-center gap-2 rounded-sm px-2 py-1 select-none data-[selected=true]:bg-surface-active max-md:min-h-10"
          >
            {multiple ? <Box checked={chosen.has(option.value)} /> : null}
            {option.icon}
            <span className="min-w-0 flex-1 truncate">
              {option.label}
              {chosen.has(option.value) ? <span className="sr-only"> (chosen)</span> : null}
            </span>
            {option.aside ? (
              <span className="tn text-xs text-text-muted">{option.aside}</span>
            ) : null}
            {!multiple && chosen.has(option.value) ? (
              <Check className="size-3.5 text-accent-text" strokeWidth={2} />
            ) : null}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

function Box({ checked }: { checked: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid size-4 flex-none place-items-center rounded-[4px] border-[1.25px]',
        checked
          ? 'border-accent bg-accent text-accent-contrast'
          : 'border-border-control bg-surface',
      )}
    >
      {checked ? <Check className="size-3" strokeWidth={3} /> : null}
    </span>
  );
}
