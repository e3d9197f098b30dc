import { type FocusEvent, type PointerEvent, useCallback, useState } from 'react';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';

/**
 * Holds back new rows while the pointer or the focus is inside the list or its toolbar, so that it does not move.
 * `codes` are those that the list shows, `freshCount` counts those found since it was held.
 */
export function useHeldCodes(found: readonly FoundCode[]) {
  const [held, setHeld] = useState<readonly FoundCode[] | null>(null);
  // False after another search has begun or the whole answer has arrived.
  const isCurrent = held !== null && held.length > 0 && held[0] === found[0];
  const codes = isCurrent && held.length <= found.length ? held : found;
  const hold = () => setHeld(codes);
  const release = useCallback(() => setHeld(null), []);
  return {
    codes,
    freshCount: found.length - codes.length,
    /** Shows the new codes and holds again. */
    show: () => setHeld(found),
    release,
    /** For the element around the list and its toolbar. */
    handlers: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && hold(),
      onPointerLeave: ({ currentTarget }: PointerEvent) => {
        if (!currentTarget.contains(document.activeElement)) release();
      },
      onFocus: hold,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) release();
      },
    },
  };
}
