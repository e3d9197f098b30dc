import { formatNumber } from '../../../lib/format.ts';
import { countCodes } from '../codes/code-view.ts';
import type { SearchState } from './search-state.ts';
import { isUnread, UNREAD } from './search-summary.ts';

/** Announces the search to screen readers: its start, a lost connection and its end, but not every streamed code. */
export function SearchStatus({ state }: { state: SearchState }) {
  return (
    <p role="status" className="sr-only">
      {textOf(state)}
    </p>
  );
}

function textOf(state: SearchState): string {
  const { phase, codes, lostTries, message, fresh, isQuiet } = state;
  // A watch announces what is new, and not every repetition.
  if (isQuiet && phase !== 'error')
    return fresh.size > 0 ? `${formatNumber(fresh.size)} new code(s)` : '';
  switch (phase) {
    case 'searching':
      return lostTries > 0 ? 'Connection lost' : 'Searching...';
    case 'done':
      if (codes.length > 0) return countFound(state);
      return isUnread(state) ? UNREAD : message;
    case 'cancelled':
      return `Search cancelled, ${countFound(state)}`;
    default:
      return '';
  }
}

function countFound({ codes }: SearchState): string {
  const { likely, less } = countCodes(codes);
  const found = `${formatNumber(likely)} code(s) found`;
  return less > 0 ? `${found}, ${formatNumber(less)} less likely` : found;
}
