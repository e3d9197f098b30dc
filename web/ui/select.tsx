import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { layerRoot } from './layer-root.ts';

export interface Option<T extends string> {
  value: T;
  label: string;
  /** Before the label: a flag or an icon. */
  icon?: ReactNode;
  disabled?: boolean;
}

interface SelectProps<T extends string> {
  value: T | undefined;
  onChange: (value: T) => void;
  options: readonly Option<T>[];
  placeholder?: string;
  size?: 'sm' | 'md';
  disabled?: boolean;
  className?: string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** One of six or more options. Values must not be empty text. Spread a Field's control into it. */
export function Select<T extends string>({
  value,
  onChange,
  options,
  placeholder = 'Choose',
  size = 'md',
  disabled = false,
  className,
  ...control
}: SelectProps<T>) {
  return (
    <Radix.Root
      {...(value === undefined ? {} : { value })}
      // The items below are the only values there are.
      onValueChange={(next) => onChange(next as T)}
      disabled={disabled}
    >
      <Radix.Trigger
        {...control}
        className={clsx(
          'flex w-full min-w-0 items-center gap-[7px] rounded-md border border-border-control bg-surface pr-[7px] pl-[9px] text-left hover:border-text-subtle',
          'disabled:cursor-not-allowed disabled:border-border-strong disabled:bg-surface-active disabled:text-text-disabled aria-invalid:border-danger data-placeholder:text-text-subtle',
          size === 'sm'
            ? 'h-(--size-control-sm) text-xs max-md:h-9'
            : 'h-(--size-control) max-md:h-10',
          'max-md:text-lg',
          className,
        )}
      >
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon className="ml-auto flex-none text-text-subtle">
          <ChevronDown aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal container={layerRoot()}>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="appearing z-(--z-tooltip) max-h-[min(340px,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) overflow-auto rounded-lg bg-surface-raised p-1 shadow-md"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex h-[30px] items-center gap-2 rounded-sm px-2 whitespace-nowrap outline-none select-none data-disabled:text-text-disabled data-highlighted:bg-surface-active max-md:h-10"
              >
                {option.icon}
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ml-auto pl-3 text-accent-text">
                  <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
