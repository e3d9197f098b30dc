import { createContext, type ReactNode, use } from 'react';

/** True in an area whose fields are all disabled. */
export const ReadOnlyArea = createContext(false);

/**
 * Fields that are disabled in a read-only area. The scrolling element is outside them, because it
 * then takes the focus.
 */
export function Fields({ children }: { children: ReactNode }) {
  return (
    <fieldset disabled={use(ReadOnlyArea)} className="contents">
      {children}
    </fieldset>
  );
}

/**
 * Properties of an element that scrolls. While its fields are disabled, the element itself takes the focus, so that it
 * scrolls by keyboard.
 */
export function useScrollArea(label: string) {
  const isReadOnly = use(ReadOnlyArea);
  return isReadOnly ? ({ role: 'region', 'aria-label': label, tabIndex: 0 } as const) : {};
}
