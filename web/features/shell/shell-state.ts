import { createContext } from 'react';
import * as z from 'zod/mini';
import { saved } from '../../kit/saved/saved.ts';
import { isBelow } from '../../ui/breakpoints.ts';

/** Between these widths an open sidebar would take a quarter of the page. Below them it is a drawer. */
const startsAsRail = !isBelow('md') && isBelow('xl');

/** Whether the sidebar shows icons only; the operator's own choice is kept. */
export const sidebarCollapsed = saved({
  key: 'sidebar-collapsed',
  schema: z.boolean(),
  fallback: startsAsRail,
  owner: 'browser',
});

/** The layer that the shell shows over the page. */
export type Layer = 'palette' | 'shortcuts' | 'drawer';

/** Opens a layer in place of the open one; null closes it. */
export const ShowLayer = createContext<(layer: Layer | null) => void>(() => undefined);
