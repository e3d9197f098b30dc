import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';
import { layerRoot } from './layer-root.ts';

const item =
  'flex h-[30px] w-full items-center gap-[9px] rounded-sm px-2 text-left whitespace-nowrap outline-none select-none ' +
  'data-highlighted:bg-surface-active data-disabled:text-text-disabled max-md:h-10 [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-text-muted';

interface MenuProps {
  /** The button that opens it; it must take a ref. */
  trigger: ReactElement;
  /** Names the menu when the trigger's name does not. */
  label?: string;
  /** Open from the start: for a menu that is loaded by the press on its button. */
  defaultOpen?: boolean;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/** A menu of actions. Closes on a choice, on Escape and on a press elsewhere. */
export function Menu({
  trigger,
  label,
  defaultOpen = false,
  side = 'bottom',
  align = 'end',
  className,
  children,
}: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
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
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** An action of a menu. */
export function MenuItem({
  icon,
  shortcut,
  danger,
  disabled = false,
  onSelect,
  children,
}: MenuItemProps) {
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

interface MenuRadioProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: string; icon?: ReactNode }[];
}

/** A choice inside a menu; the menu stays open. */
export function MenuRadio<T extends string>({
  label,
  value,
  onChange,
  choices,
}: MenuRadioProps<T>) {
  return (
    <Radix.RadioGroup
      aria-label={label}
      value={value}
      // The items below are the only values there are.
      onValueChange={(next) => onChange(next as T)}
    >
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

/** A hairline between groups of a menu. */
export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-border" />;
}

/** A line of text in a menu that cannot be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <Radix.Label className="truncate px-2 py-1.5 text-xs text-text-muted">{children}</Radix.Label>
  );
}
