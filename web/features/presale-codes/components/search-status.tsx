import { formatNumber } from '../../../lib/format.ts';
import type { SearchState } from '../search-run.ts';
import { isUnread, UNREAD } from '../search-summary.ts';

/**
 * Tells those who do not see the screen how the search goes: its beginning, a lost connection and its end, but not each
 * of the codes that stream in.
 */
export function SearchStatus({ state }: { state: SearchState }) {
  return (
    <p role="status" className="sr-only">
      {textOf(state)}
    </p>
  );
}

function textOf(state: SearchState): string {
  const { phase, codes, lostTries, message } = state;
  const found = `${formatNumber(codes.length)} code(s) found`;
  switch (phase) {
    case 'searching':
      return lostTries > 0 ? 'Connection lost' : 'Searching...';
    case 'done':
      if (codes.length > 0) return found;
      return isUnread(state) ? UNREAD : message;
    case 'cancelled':
      return `Search cancelled, ${found}`;
    default:
      return '';
  }
}
