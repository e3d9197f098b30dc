import { useState } from 'react';
import type { FoundCode } from '../../../shared/presale-codes/schema.ts';

interface HeldCodes {
  /** What the list shows. */
  codes: readonly FoundCode[];
  /** Codes found since the list is held. */
  freshCount: number;
  /** Lets what is new in, and holds again. */
  show: () => void;
  /** Holds the list as it is, or lets it go on. */
  hold: (isHeld: boolean) => void;
}

/** New rows do not push the list while the pointer or the focus is inside (visual guide, "Tables"). */
export function useHeldCodes(codes: readonly FoundCode[]): HeldCodes {
  const [held, setHeld] = useState<readonly FoundCode[] | null>(null);
  // Another search has begun, or the answer came whole: nothing to hold on to.
  const isCurrent = held !== null && held.length > 0 && held[0] === codes[0];
  const shown = isCurrent && held.length <= codes.length ? held : codes;
  return {
    codes: shown,
    freshCount: codes.length - shown.length,
    show: () => setHeld(codes),
    hold: (isHeld) => setHeld(isHeld ? shown : null),
  };
}
