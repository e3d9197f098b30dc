import { isStoredBoolean, useStored } from '../../lib/stored.ts';

/** Whether the sidebar is collapsed to a rail; stored under the specified key. */
export function useSidebarCollapsed(): [boolean, (collapsed: boolean) => void] {
  return useStored('sidebar-collapsed', isStoredBoolean, false);
}
