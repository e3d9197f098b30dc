import { isStoredBoolean, useStored } from '../../lib/stored.ts';

/** Whether the sidebar is a rail; remembered under the key of part 2. */
export function useSidebarCollapsed(): [boolean, (collapsed: boolean) => void] {
  return useStored('sidebar-collapsed', isStoredBoolean, false);
}
