import { type FocusEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { FoundCode } from '../../../../../shared/presale-codes/events.ts';
import { type CodeGroup, type CodeView, extendView, viewCodes } from '../code-view.ts';

/**
 * The groups of the found codes that the list shows, while further ones are held back.
 * @param isRepeat the list shows the results of a search that a watch repeats and that is not done yet
 */
export function useListedCodes(found: readonly FoundCode[], view: CodeView, isRepeat: boolean) {
  const { codes, ...held } = useHeldCodes(found, isRepeat);
  return { ...held, codes, groups: useCodeGroups(codes, view) };
}

/**
 * Holds back the new rows of a repeated search while the pointer or the focus is inside the list or its toolbar, so that
 * the list does not move. A first search has no rows to keep in place: its codes show as they are found.
 */
function useHeldCodes(found: readonly FoundCode[], isRepeat: boolean) {
  const [isInside, setInside] = useState(false);
  const [held, setHeld] = useState<readonly FoundCode[] | null>(null);
  const isHolding = isRepeat && isInside;
  if (isHolding && held === null) setHeld(found);
  if (!isHolding && held !== null) setHeld(null);
  // False after another search has begun.
  const isCurrent = held !== null && held.length > 0 && held[0] === found[0];
  const codes = isHolding && isCurrent && held.length <= found.length ? held : found;
  const release = useCallback(() => setInside(false), []);
  return {
    /** The codes that the list shows. */
    codes,
    /** Shows the new codes and holds again. */
    showFresh: () => setHeld(found),
    release,
    /** For the element around the list and its toolbar. */
    handlers: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setInside(true),
      onPointerLeave: ({ currentTarget }: PointerEvent) => {
        if (!currentTarget.contains(document.activeElement)) release();
      },
      onFocus: () => setInside(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) release();
      },
    },
  };
}

interface Viewed {
  codes: readonly FoundCode[];
  view: CodeView;
  groups: readonly CodeGroup[];
}

/** The groups of a list that grows at its end while a search runs: only the added codes are processed. */
function useCodeGroups(codes: readonly FoundCode[], view: CodeView): readonly CodeGroup[] {
  const last = useRef<Viewed | null>(null);
  return useMemo(() => {
    const before = last.current;
    const groups =
      before !== null && before.view === view && isBeginning(before.codes, codes)
        ? extendView(before.groups, codes.slice(before.codes.length), view)
        : viewCodes(codes, view);
    last.current = { codes, view, groups };
    return groups;
  }, [codes, view]);
}

/** Whether `codes` starts with `before`: a list that only grows keeps the first and the last of them. */
const isBeginning = (before: readonly FoundCode[], codes: readonly FoundCode[]): boolean =>
  before.length > 0 &&
  before.length <= codes.length &&
  before[0] === codes[0] &&
  before.at(-1) === codes[before.length - 1];
