import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu, Popover } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';
import { layerRoot } from './layer-root.ts';

/*
 * The components that open above the page, in one chunk. Pages use Dialog, ConfirmDialog, Menu and Popover,
 * which load it.
 */

export { ConfirmDialog, DialogLayer } from './dialog-layers.tsx';
export { OptionList } from './option-list.tsx';
export { TooltipLayer, type TooltipLayerProps } from './tooltip-layer.tsx';

/** The handlers that loading and opening add to a trigger, on top of its own. */
interface TriggerProps {
  onPointerEnter?: ((event: never) => void) | undefined;
  onFocus?: ((event: never) => void) | undefined;
  onClick?: ((event: never) => void) | undefined;
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
  'aria-expanded'?: boolean;
}

export type OverlayTrigger = ReactElement<TriggerProps>;

interface AnchoredProps {
  /** The button that opens it. It must take a ref. */
  trigger: OverlayTrigger;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

export interface MenuProps extends AnchoredProps {
  /** The name of the menu if the trigger's name does not describe it. */
  label?: string;
}

/** Mounted by the press that opens it. */
export function MenuLayer({
  trigger,
  label,
  side = 'bottom',
  align = 'end',
  className,
  children,
}: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={layerRoot()}>
        <DropdownMenu.Content
          {...(label ? { 'aria-label': label } : {})}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            'appearing z-(--z-popover) min-w-45 rounded-lg bg-surface-raised p-1 shadow-md',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const menuItemClass =
  'flex h-7.5 w-full items-center gap-2.25 rounded-sm px-2 text-left whitespace-nowrap outline-none select-none ' +
  'data-highlighted:bg-surface-active data-disabled:text-text-disabled max-md:h-10 [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-text-muted';

export interface MenuItemProps {
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
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={clsx(menuItemClass, danger && 'text-danger-text [&_svg]:text-danger-text!')}
    >
      {icon}
      {children}
      {shortcut ? (
        <span className="ml-auto pl-3">
          <Kbd>{shortcut}</Kbd>
        </span>
      ) : null}
    </DropdownMenu.Item>
  );
}

export interface MenuRadioProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: string; icon?: ReactNode }[];
}

/** A choice inside a menu. The menu stays open. */
export function MenuRadio({ label, value, onChange, choices }: MenuRadioProps<string>) {
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          onSelect={(event) => event.preventDefault()}
          className={menuItemClass}
        >
          {choice.icon}
          {choice.label}
          <DropdownMenu.ItemIndicator className="ml-auto pl-3">
            <Check strokeWidth={2} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

/** A hairline between groups of a menu. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-border" />;
}

/** A line of text in a menu that cannot be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="truncate px-2 py-1.5 text-xs text-text-muted">
      {children}
    </DropdownMenu.Label>
  );
}

export interface PopoverProps extends AnchoredProps {
  /** Names the popover. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** Mounted by the press that opens it. */
export function PopoverLayer({
  trigger,
  label,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
  children,
}: PopoverProps) {
  return (
    <Popover.Root
      {...(open === undefined ? { defaultOpen: true } : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            'appearing z-(--z-popover) max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] min-w-55 overflow-auto rounded-lg bg-surface-raised p-3 shadow-md',
            className,
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
