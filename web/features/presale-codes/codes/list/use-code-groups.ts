import { useMemo, useRef } from 'react';
import type { FoundCode } from '../../../../../shared/presale-codes/events.ts';
import { type CodeGroup, type CodeView, extendView, viewCodes } from '../code-view.ts';

interface Viewed {
  codes: readonly FoundCode[];
  view: CodeView;
  groups: readonly CodeGroup[];
}

/**
 * The groups of a list that grows at its end during a search: only the added codes are processed.
 */
export function useCodeGroups(codes: readonly FoundCode[], view: CodeView): readonly CodeGroup[] {
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

/**
 * Whether `codes` starts with `before`. Lists only grow, so it is enough to compare the first code of `before` and the last
 * one.
 */
const isBeginning = (before: readonly FoundCode[], codes: readonly FoundCode[]): boolean =>
  before.length > 0 &&
  before.length <= codes.length &&
  before[0] === codes[0] &&
  before.at(-1) === codes[before.length - 1];
