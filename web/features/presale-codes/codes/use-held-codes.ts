import { useState } from 'react';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';

interface HeldCodes {
  /** The codes that the list shows. */
  codes: readonly FoundCode[];
  /** Codes found since the list was held. */
  freshCount: number;
  /** Shows the new codes and holds again. */
  show: () => void;
  /** Holds or releases the list. */
  hold: (isHeld: boolean) => void;
}

/** Holds back new rows while the pointer or the focus is inside the list or its toolbar, so that it does not move. */
export function useHeldCodes(codes: readonly FoundCode[]): HeldCodes {
  const [held, setHeld] = useState<readonly FoundCode[] | null>(null);
  // False after another search has begun or the whole answer has arrived.
  const isCurrent = held !== null && held.length > 0 && held[0] === codes[0];
  const shown = isCurrent && held.length <= codes.length ? held : codes;
  return {
    codes: shown,
    freshCount: codes.length - shown.length,
    show: () => setHeld(codes),
    hold: (isHeld) => setHeld(isHeld ? shown : null),
  };
}
