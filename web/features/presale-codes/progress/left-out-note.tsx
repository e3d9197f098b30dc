import type { LeftOutCodes } from '../../../../shared/presale-codes/events.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

interface LeftOutNoteProps {
  leftOut: readonly LeftOutCodes[];
  /** Searches again with criteria that these codes meet. */
  onWiden: () => void;
}

/** Likely codes that the search's own criteria have removed, with one click that widens them. */
export function LeftOutNote({ leftOut, onWiden }: LeftOutNoteProps) {
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
        <span className="block">
          {leftOut
            .map(({ length, codes }) => `${formatNumber(codes)} of ${countOf(length, 'character')}`)
            .join(', ')}
        </span>
      </Banner>
    </div>
  );
}
