import { createContext } from 'react';
import * as z from 'zod/mini';
import { saved } from '../../kit/saved/saved.ts';

/** Whether the sidebar shows icons only. */
export const sidebarCollapsed = saved({
  key: 'sidebar-collapsed',
  schema: z.boolean(),
  fallback: false,
  owner: 'browser',
});

/** What the shell shows over the page. */
export type Layer = 'palette' | 'shortcuts' | 'drawer';

/** Opens a layer in place of the open one; null closes it. */
export const ShowLayer = createContext<(layer: Layer | null) => void>(() => undefined);
