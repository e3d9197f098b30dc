import * as z from 'zod/mini';
import { saved } from '../../kit/saved/saved.ts';

/** Whether the sidebar shows icons only. */
export const sidebarCollapsed = saved({
  key: 'sidebar-collapsed',
  schema: z.boolean(),
  fallback: false,
  owner: 'browser',
});
