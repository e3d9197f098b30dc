import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { LazyOptionList, preloadOptionList } from './lazy-option-list.tsx';
import type { ListOption } from './option-list.tsx';
import { Popover } from './popover.tsx';

interface ComboboxProps<T extends string> {
  /** Names the control: `label: value`. */
  label: string;
  value: T | undefined;
  onChange: (value: T) => void;
  options: readonly ListOption<T>[];
  placeholder?: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** One of more than fifteen options, found by typing. */
export function Combobox<T extends string>({
  label,
  value,
  onChange,
  options,
  placeholder = 'Choose',
  ...control
}: ComboboxProps<T>) {
  const [open, setOpen] = useState(false);
  const current = options.find((option) => option.value === value);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      className="w-(--radix-popover-trigger-width) overflow-hidden! p-0!"
      trigger={
        <button
          type="button"
          {...control}
          onPointerEnter={preloadOptionList}
          onFocus={preloadOptionList}
          aria-label={`${label}: ${current?.label ?? 'nothing chosen'}`}
          className="flex h-(--size-control) w-full min-w-0 items-center gap-[7px] rounded-md border border-border-control bg-surface pr-[7px] pl-[9px] text-left hover:border-text-subtle aria-invalid:border-danger max-md:h-10 max-md:text-lg"
        >
          {current?.icon}
          <span className={current ? 'min-w-0 truncate' : 'text-text-subtle'}>
            {current?.label ?? placeholder}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="ml-auto size-3.5 flex-none text-text-subtle"
            strokeWidth={1.75}
          />
        </button>
      }
    >
      <LazyOptionList
        label={label}
        options={options}
        selected={value === undefined ? [] : [value]}
        onToggle={(next) => {
          onChange(next);
          setOpen(false);
        }}
      />
    </Popover>
  );
}
