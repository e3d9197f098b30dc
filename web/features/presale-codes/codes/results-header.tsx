import { Copy, Download } from 'lucide-react';
import { useMemo } from 'react';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { type SearchState, summaryOf } from '../search/search-state.ts';
import { countCodes } from './code-view.ts';

interface ResultsHeaderProps {
  state: SearchState;
  /** Null without codes of high confidence. */
  onCopyHigh: (() => void) | null;
  onDownload: () => void;
}

/** The number of codes and read mails, and the actions for all codes. */
export function ResultsHeader({ state, onCopyHigh, onDownload }: ResultsHeaderProps) {
  const { codes } = state;
  const counts = useMemo(() => countCodes(codes), [codes]);
  return (
    <div className="@container flex-none border-b border-border">
      <div className="flex min-h-[46px] items-center gap-2 py-2 pr-4 pl-5 @max-[680px]:flex-wrap max-md:px-3.5">
        <h2 className="flex-none font-semibold">Found Presale Codes</h2>
        <span className="tn line-clamp-2 min-w-0 flex-1 text-xs leading-[15px] text-text-muted @max-[680px]:order-last @max-[680px]:basis-full">
          <span className="text-text">{formatNumber(counts.likely)} code(s) found</span>
          {counts.less > 0 ? `, ${formatNumber(counts.less)} less likely` : ''}
          {counts.sightings > counts.likely + counts.less
            ? `, ${countOf(counts.sightings, 'sighting')}`
            : ''}
          {state.phase === 'searching' ? '' : `, ${summaryOf(state)}`}
        </span>
        {onCopyHigh ? (
          <Button size="sm" className="@max-[580px]:hidden" icon={<Copy />} onClick={onCopyHigh}>
            Copy high-confidence codes
          </Button>
        ) : null}
        <Button size="sm" className="@max-[680px]:ml-auto" icon={<Download />} onClick={onDownload}>
          Download CSV
        </Button>
      </div>
    </div>
  );
}
