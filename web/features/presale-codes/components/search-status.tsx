import { formatNumber } from '../../../lib/format.ts';
import type { SearchState } from '../search-run.ts';

interface SearchStatusProps {
  state: SearchState;
  /** Whether a code was copied just now. */
  copied: boolean;
}

/**
 * Tells those who do not see the screen how the search goes: its beginning, a lost connection and its end, but not each
 * of the codes that stream in.
 */
export function SearchStatus({ state, copied }: SearchStatusProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {textOf(state)}
      </p>
      <p role="status" className="sr-only">
        {copied ? 'Copied!' : ''}
      </p>
    </>
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
