import type { LeftOutCodes } from '../../../../shared/presale-codes/events.ts';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

type Lengths = Pick<PresaleSearchInput, 'code_length_min' | 'code_length_max'>;

interface LeftOutNoteProps {
  leftOut: readonly LeftOutCodes[];
  /** The search; null while it is unknown. */
  search: Lengths | null;
  /** Searches again with criteria that these codes meet. */
  onWiden: () => void;
}

/** The criterion of a search that excludes codes of this length. */
function reasonOf(length: number, { code_length_min: min, code_length_max }: Lengths): string {
  // Without a largest length, the length is exact.
  const max = Number(code_length_max || min);
  if (length >= min && length <= max) return 'with other characters than the search allows';
  return min === max
    ? `outside the exact length ${formatNumber(min)}`
    : `outside the length ${formatNumber(min)} to ${formatNumber(max)}`;
}

/** Likely codes that the search's own criteria exclude, with one click that widens them. */
export function LeftOutNote({ leftOut, search, onWiden }: LeftOutNoteProps) {
  const count = leftOut.reduce((sum, { codes }) => sum + codes, 0);
  if (count === 0) return null;
  return (
    <div className="flex-none border-b border-border px-5 py-2.5 max-md:px-3.5">
      <Banner
        tone="warning"
        title={`${countOf(count, 'likely code')} ${count === 1 ? 'does' : 'do'} not match your criteria.`}
        actions={
          <Button size="xs" onClick={onWiden}>
            Widen and search again
          </Button>
        }
      >
        <span className="block max-h-24 overflow-y-auto">
          {leftOut.map(({ length, codes }) => (
            <span key={length} className="block">
              {`${countOf(codes, 'likely code')} of ${countOf(length, 'character')}`}
              {search === null ? '' : `, ${reasonOf(length, search)}`}
            </span>
          ))}
        </span>
      </Banner>
    </div>
  );
}
