import { useCallback, useState } from 'react';

/** The rows of a grid that are open, and a stable function that opens or closes one. */
export function useExpanded(): [ReadonlySet<string>, (id: string) => void] {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set());
  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return [open, toggle];
}
