import type { ReactNode } from 'react';
import { lazyOf } from './late-part.tsx';
import { OpenedByTrigger, overlayCode } from './overlay-code.tsx';
import type { MenuProps, MenuRadioProps } from './overlays.tsx';

const MenuLayer = lazyOf(overlayCode, 'MenuLayer');

/** A menu of actions. Closes on a choice, on Escape and on a press elsewhere. */
export function Menu(props: MenuProps) {
  return (
    <OpenedByTrigger trigger={props.trigger} kind="menu">
      <MenuLayer {...props} />
    </OpenedByTrigger>
  );
}

// Parts of a menu, whose code is already loaded with the menu.
export const MenuItem = lazyOf(overlayCode, 'MenuItem');
export const MenuSeparator = lazyOf(overlayCode, 'MenuSeparator');
export const MenuLabel = lazyOf(overlayCode, 'MenuLabel');

const MenuChoice = lazyOf(overlayCode, 'MenuRadio');

/** A choice inside a menu. The menu stays open. */
export function MenuRadio<T extends string>({ onChange, ...props }: MenuRadioProps<T>): ReactNode {
  // Radix returns only values of the given choices.
  return <MenuChoice {...props} onChange={(value) => onChange(value as T)} />;
}
