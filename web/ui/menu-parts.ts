import { type ComponentType, createContext, type ReactNode } from 'react';

export interface MenuItemProps {
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export interface MenuRadioProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: string; icon?: ReactNode }[];
}

/** What draws the items of a menu: comes with the open menu, so that items need none of its code. */
export interface MenuParts {
  Item: ComponentType<MenuItemProps>;
  Radio: ComponentType<MenuRadioProps<string>>;
  Separator: ComponentType<{ className?: string }>;
  Label: ComponentType<{ className?: string; children?: ReactNode }>;
}

export const MenuPartsContext = createContext<MenuParts | null>(null);
