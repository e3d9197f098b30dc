import { useShortcut } from '../../lib/shortcuts.ts';
import type { ListSelectionHandle } from '../../ui/use-list-selection.ts';

/** Keys that work while the focus is elsewhere on the page: they lead into the list, where all the others work. */
export function useEventsKeys({ move, clear, selected }: ListSelectionHandle): void {
  const enter = (rows: number) => {
    document.querySelector<HTMLElement>('[role=grid]')?.focus();
    move(rows);
  };
  useShortcut('j', 'Next event', () => enter(1));
  useShortcut('k', 'Previous event', () => enter(-1));
  useShortcut('Escape', 'Clear the selection', clear, { enabled: selected.size > 0 });
}
