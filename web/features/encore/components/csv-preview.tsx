import { useMemo } from 'react';
import { encoreColumns, previewEncoreCsv } from '../../../../shared/encore/csv.ts';
import { formatNumber } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { describeFile, type EncorePlan } from '../plan.ts';
import type { EncoreSettings } from '../settings.ts';

const PREVIEW_ROWS = 6;

interface CsvPreviewProps {
  settings: EncoreSettings;
  plan: EncorePlan;
  available: readonly string[];
}

/** The first lines of the file, as they will be written. */
export function CsvPreview({ settings, plan, available }: CsvPreviewProps) {
  const { lines, columns } = useMemo(() => {
    const file = describeFile(settings, plan, available);
    return { lines: previewEncoreCsv(file, PREVIEW_ROWS), columns: encoreColumns(file).length };
  }, [settings, plan, available]);
  const [heading = '', ...rows] = lines;
  return (
    <section aria-label="CSV preview" className="border-t border-border bg-surface">
      <div className="flex min-h-10 items-center gap-2 border-b border-border pr-2 pl-5 max-md:pl-3.5">
        <h2 className="font-[620]">CSV preview</h2>
        <span className="tn text-xs text-text-muted">
          First {rows.length} of {formatNumber(plan.totalRows)} rows, {columns} columns
        </span>
        <span className="ml-auto">
          <CopyButton text={lines.join('\n')} label="Copy preview" />
        </span>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="mono m-0 overflow-x-auto px-5 py-3 leading-5 text-text-muted max-md:px-3.5"
      >
        <b className="font-semibold text-accent-text">{heading}</b>
        {`\n${rows.join('\n')}`}
      </pre>
    </section>
  );
}
