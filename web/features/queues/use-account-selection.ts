import { useSingleKeys } from '../../lib/shortcuts.ts';
import { type ListSelectionHandle, useListSelection } from '../../ui/use-list-selection.ts';

/** The selection of an account table; Enter opens the row at the cursor. */
export function useAccountSelection(
  ids: readonly string[],
  onOpen: (account: string) => void,
): ListSelectionHandle {
  const [hasLetterKeys] = useSingleKeys();
  return useListSelection({ ids, hasLetterKeys, onOpen });
}
