import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';

interface CsvPreviewProps {
  /** The heading and the first rows. */
  lines: readonly string[];
  /** Null while the rows are being counted. */
  totalRows: number | null;
  columns: number;
  /** A note, such as that card data is masked. */
  note?: ReactNode;
}

/** The first lines of the file as they will be written. */
export function CsvPreview({ lines, totalRows, columns, note }: CsvPreviewProps) {
  const [heading = '', ...rows] = lines;
  return (
    <section aria-label="CSV preview" className="border-t border-border bg-surface">
      <div className="flex min-h-10 flex-wrap items-center gap-2 border-b border-border pr-2 pl-5 max-md:pl-3.5">
        <h2 className="font-semibold">CSV preview</h2>
        <span className="tn text-xs text-text-muted">
          {totalRows === null
            ? 'Counting rows'
            : `First ${rows.length} of ${formatNumber(totalRows)} rows`}
          , {columns} columns
        </span>
        <span className="ml-auto flex items-center gap-2">
          {note}
          <CopyButton text={lines.join('\n')} label="Copy preview" />
        </span>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard.
        tabIndex={0}
        className="mono m-0 overflow-x-auto px-5 py-3 leading-5 text-text-muted max-md:px-3.5"
      >
        <b className="font-semibold text-accent-text">{heading}</b>
        {`\n${rows.join('\n')}`}
      </pre>
    </section>
  );
}
