import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { layerRoot } from './layer-root.ts';
import type { SelectProps } from './select.tsx';
import { SelectArrow, selectClass } from './select-face.tsx';

/** The select with its list; mounted, open, by the first press. */
export function SelectLayer({
  value,
  onChange,
  options,
  placeholder = 'Choose',
  size,
  disabled = false,
  className,
  ...control
}: SelectProps<string>) {
  return (
    <Radix.Root
      defaultOpen
      {...(value === undefined ? {} : { value })}
      onValueChange={onChange}
      disabled={disabled}
    >
      <Radix.Trigger {...control} className={clsx(selectClass(size), className)}>
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon asChild>
          <SelectArrow />
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
