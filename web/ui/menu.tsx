import { lazy, type ReactNode, Suspense, useContext } from 'react';
import { type LayerTrigger, useLazyLayer } from './lazy-layer.ts';
import { type MenuItemProps, MenuPartsContext, type MenuRadioProps } from './menu-parts.ts';

const loadMenu = () => import('./menu-layer.tsx');
const MenuLayer = lazy(() => loadMenu().then((module) => ({ default: module.MenuLayer })));

export interface MenuProps {
  /** The button that opens it. */
  trigger: LayerTrigger;
  /** Names the menu when the trigger's name does not. */
  label?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/** A menu of actions. Closes on a choice, on Escape and on a press elsewhere. Inside: MenuItem and its kin. */
export function Menu(props: MenuProps) {
  const { isWanted, plainTrigger } = useLazyLayer(props.trigger, loadMenu, 'menu');
  if (!isWanted) return plainTrigger;
  return (
    <Suspense fallback={plainTrigger}>
      <MenuLayer {...props} />
    </Suspense>
  );
}

/** An action of a menu. */
export function MenuItem(props: MenuItemProps) {
  const parts = useContext(MenuPartsContext);
  return parts ? <parts.Item {...props} /> : null;
}

/** A choice inside a menu; the menu stays open. */
export function MenuRadio<T extends string>({ onChange, ...props }: MenuRadioProps<T>) {
  const parts = useContext(MenuPartsContext);
  // The choices given here are the only values that come back.
  return parts ? <parts.Radio {...props} onChange={(value) => onChange(value as T)} /> : null;
}

/** A hairline between groups of a menu. */
export function MenuSeparator() {
  const parts = useContext(MenuPartsContext);
  return parts ? <parts.Separator className="my-1 h-px bg-border" /> : null;
}

/** A line of text in a menu that cannot be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  const parts = useContext(MenuPartsContext);
  if (!parts) return null;
  return (
    <parts.Label className="truncate px-2 py-1.5 text-xs text-text-muted">{children}</parts.Label>
  );
}
