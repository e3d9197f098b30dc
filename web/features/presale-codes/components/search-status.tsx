import { formatNumber } from '../../../lib/format.ts';
import type { SearchState } from '../search-run.ts';

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

function textOf({ phase, codes, lostTries, message }: SearchState): string {
  const found = `${formatNumber(codes.length)} code(s) found`;
  switch (phase) {
    case 'searching':
      return lostTries > 0 ? 'Connection lost' : 'Searching...';
    case 'done':
      return codes.length === 0 ? message : found;
    case 'cancelled':
      return `Search cancelled, ${found}`;
    default:
      return '';
  }
}
