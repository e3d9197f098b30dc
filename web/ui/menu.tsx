import type { ReactNode } from 'react';
import { OpenedByTrigger, overlays } from './load-overlays.tsx';
import type { MenuItemProps, MenuProps, MenuRadioProps } from './overlays.tsx';

/** A menu of actions. Closes on a choice, on Escape and on a press elsewhere. */
export function Menu(props: MenuProps) {
  return (
    <OpenedByTrigger trigger={props.trigger} kind="menu">
      <OpenedMenu {...props} />
    </OpenedByTrigger>
  );
}

function OpenedMenu(props: MenuProps) {
  const { MenuLayer } = overlays();
  return <MenuLayer {...props} />;
}

/** An action of a menu. */
export function MenuItem(props: MenuItemProps) {
  const { MenuAction } = overlays();
  return <MenuAction {...props} />;
}

/** A choice inside a menu. The menu stays open. */
export function MenuRadio<T extends string>({ onChange, ...props }: MenuRadioProps<T>) {
  const { MenuChoice } = overlays();
  // Radix returns only values of the given choices.
  return <MenuChoice {...props} onChange={(value) => onChange(value as T)} />;
}

/** A hairline between groups of a menu. */
export function MenuSeparator() {
  const { DropdownMenu } = overlays();
  return <DropdownMenu.Separator className="my-1 h-px bg-border" />;
}

/** A line of text in a menu that cannot be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  const { DropdownMenu } = overlays();
  return (
    <DropdownMenu.Label className="truncate px-2 py-1.5 text-xs text-text-muted">
      {children}
    </DropdownMenu.Label>
  );
}
