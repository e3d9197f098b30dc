import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { Kbd } from './kbd.tsx';
import { layerRoot } from './layer-root.ts';
import type { MenuProps } from './menu.tsx';
import {
  type MenuItemProps,
  type MenuParts,
  MenuPartsContext,
  type MenuRadioProps,
} from './menu-parts.ts';

const item =
  'flex h-[30px] w-full items-center gap-[9px] rounded-sm px-2 text-left whitespace-nowrap outline-none select-none ' +
  'data-highlighted:bg-surface-active data-disabled:text-text-disabled max-md:h-10 [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-text-muted';

const parts: MenuParts = { Item, Radio, Separator: Radix.Separator, Label: Radix.Label };

/** The open menu; mounted by the press that opens it. */
export function MenuLayer({
  trigger,
  label,
  side = 'bottom',
  align = 'end',
  className,
  children,
}: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layerRoot()}>
        <Radix.Content
          {...(label ? { 'aria-label': label } : {})}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            'appearing z-(--z-popover) min-w-[180px] rounded-lg bg-surface-raised p-1 shadow-md',
            className,
          )}
        >
          <MenuPartsContext value={parts}>{children}</MenuPartsContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ icon, shortcut, danger, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={clsx(item, danger && 'text-danger-text [&_svg]:text-danger-text!')}
    >
      {icon}
      {children}
      {shortcut ? (
        <span className="ml-auto pl-3">
          <Kbd>{shortcut}</Kbd>
        </span>
      ) : null}
    </Radix.Item>
  );
}

function Radio({ label, value, onChange, choices }: MenuRadioProps<string>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          onSelect={(event) => event.preventDefault()}
          className={item}
        >
          {choice.icon}
          {choice.label}
          <Radix.ItemIndicator className="ml-auto pl-3">
            <Check aria-hidden="true" strokeWidth={2} />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
