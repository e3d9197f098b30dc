import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FilterChip } from './chip.tsx';
import { lazyOf } from './late-part.tsx';
import type { ListOption } from './option-list.tsx';
import { overlayCode } from './overlay-code.tsx';
import { Popover } from './popover.tsx';

const OptionList = lazyOf(overlayCode, 'OptionList');

interface MultiSelectProps<T extends string> {
  /** The chip's label, such as 'Country'. */
  label: string;
  icon?: ReactNode;
  options: readonly ListOption<T>[];
  selected: readonly T[];
  onChange: (selected: T[]) => void;
  selectAllLabel?: string;
  clearAllLabel?: string;
}

/** A filter chip whose popover holds a searchable list of boxes, with select all and clear all. */
export function MultiSelect<T extends string>({
  label,
  icon,
  options,
  selected,
  onChange,
  selectAllLabel = 'Select All',
  clearAllLabel = 'Clear All',
}: MultiSelectProps<T>) {
  const toggle = (value: T) =>
    onChange(
      selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value],
    );
  return (
    <Popover
      label={label}
      className="w-65 overflow-hidden! p-0!"
      trigger={
        <FilterChip
          label={label}
          icon={icon}
          value={summary(options, selected)}
          onRemove={() => onChange([])}
        />
      }
    >
      <OptionList
        multiple
        label={label}
        options={options}
        selected={selected}
        // The list returns only values of the given options.
        onToggle={(value) => toggle(value as T)}
      />
      <div className="flex gap-2 border-t border-border p-2">
        <Button size="xs" onClick={() => onChange(options.map(({ value }) => value))}>
          {selectAllLabel}
        </Button>
        <Button size="xs" variant="ghost" onClick={() => onChange([])}>
          {clearAllLabel}
        </Button>
      </div>
    </Popover>
  );
}

function summary<T extends string>(
  options: readonly ListOption<T>[],
  selected: readonly T[],
): string | undefined {
  const labels = options.filter(({ value }) => selected.includes(value)).map(({ label }) => label);
  if (labels.length === 0) return undefined;
  return labels.length <= 2 ? labels.join(', ') : `${labels.length} chosen`;
}
