import { createContext } from 'react';
import * as z from 'zod/mini';
import { saved, useSaved } from '../../kit/saved/saved.ts';
import { useIsBelow } from '../../ui/breakpoints.ts';

/** Whether the operator chose the rail of icons; null before a choice. */
export const sidebarCollapsed = saved<boolean | null>({
  key: 'sidebar-collapsed',
  schema: z.nullable(z.boolean()),
  fallback: null,
  owner: 'browser',
});

/**
 * Whether the sidebar shows icons only, and the function that stores the operator's choice. Without
 * a choice, the width of the window decides: below `xl` an open sidebar would take a quarter of the
 * page.
 */
export function useSidebarCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [chosen, choose] = useSaved(sidebarCollapsed);
  const isNarrow = useIsBelow('xl');
  return [chosen ?? isNarrow, choose];
}

/** The layer that the shell shows over the page. */
export type Layer = 'palette' | 'shortcuts' | 'drawer';

/** Opens a layer, which replaces the open one; null closes it. */
export const ShowLayer = createContext<(layer: Layer | null) => void>(() => undefined);
