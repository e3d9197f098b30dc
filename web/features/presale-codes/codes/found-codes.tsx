import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { CsvColumn } from '../../../../shared/csv/column.ts';
import { writeSpreadsheetCsv } from '../../../../shared/csv/spreadsheet-writer.ts';
import { confidenceBand } from '../../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';
import { useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { downloadFile } from '../../../lib/download.ts';
import { isoDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { SearchState } from '../search/search-run.ts';
import { CodeList } from './code-list.tsx';
import { CodePanel } from './code-panel.tsx';
import { type CodeView, splitLikely, viewCodes } from './code-view.ts';
import { CodesToolbar } from './codes-toolbar.tsx';
import { ResultsFooter } from './results-footer.tsx';
import { ResultsHeader } from './results-header.tsx';
import { useCodeGroups } from './use-code-groups.ts';
import { useCodesCommands } from './use-codes-commands.ts';
import { useCodesKeys } from './use-codes-keys.ts';
import { useCopiedCode } from './use-copied-code.ts';
import { useHeldCodes } from './use-held-codes.ts';

const CSV_COLUMNS: readonly CsvColumn<FoundCode>[] = [
  { header: 'Code', value: (code) => code.code },
  { header: 'Account', value: (code) => code.account },
  { header: 'Subject', value: (code) => code.email_subject },
  { header: 'Sender', value: (code) => code.email_from },
  { header: 'Date', value: (code) => code.email_date },
  { header: 'Confidence', value: (code) => `${Math.round(code.confidence * 100)}%` },
];

/** Downloads the codes as `presale_codes_{date}.csv`. */
function exportCodes(codes: readonly FoundCode[], now: Date): void {
  downloadFile(
    `presale_codes_${isoDay(now)}.csv`,
    writeSpreadsheetCsv(CSV_COLUMNS, codes),
    'text/csv;charset=utf-8',
  );
}

interface FoundCodesProps {
  state: SearchState;
  view: CodeView;
  onView: (view: CodeView) => void;
  /** Shown above the list. */
  notes: ReactNode;
}

/** The found codes: header, toolbar, list, and the mails of the open code beside it. */
export function FoundCodes({ state, view, onView, notes }: FoundCodesProps) {
  const held = useHeldCodes(state.codes);
  const groups = useCodeGroups(held.codes, view);
  const { likely, less } = useMemo(() => splitLikely(groups, view), [groups, view]);
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = useMemo(
    () => (isUnfolded ? [...likely, ...less] : likely),
    [likely, less, isUnfolded],
  );
  const [openKey, setOpenKey] = useState<string | null>(null);
  const ids = useMemo(() => shown.map(({ key }) => key), [shown]);
  const selection = useGridSelection({ ids, onOpen: setOpenKey });
  const copied = useCopiedCode();
  const panel = useRef<HTMLDivElement>(null);
  const { cursor, selected } = selection;

  // The open details follow the cursor.
  const shownKey = openKey === null ? null : (cursor ?? openKey);
  const open = shownKey === null ? undefined : shown.find(({ key }) => key === shownKey);
  const atCursor = cursor === null ? undefined : shown.find(({ key }) => key === cursor);
  const chosen = shown.filter(({ key }) => selected.has(key));
  const high = useMemo(
    () => groups.filter(({ best }) => confidenceBand(best.confidence) === 'high'),
    [groups],
  );

  const openMails = (key: string) => {
    if (openKey !== null && shownKey === key) {
      setOpenKey(null);
      return;
    }
    selection.moveTo(key);
    setOpenKey(key);
  };
  const close = () => {
    const wasInside = panel.current?.contains(document.activeElement);
    setOpenKey(null);
    if (wasInside) selection.gridRef.current?.focus();
  };
  const download = () => {
    const parts = splitLikely(viewCodes(state.codes, view), view);
    const exported = isUnfolded ? [...parts.likely, ...parts.less] : parts.likely;
    exportCodes(
      exported.flatMap(({ all }) => all),
      new Date(),
    );
  };
  const onListKey = useCodesKeys(selection, {
    isOpen: open !== undefined,
    onClose: close,
    onCopy: () => atCursor && copied.copy(atCursor),
    hasCursor: atCursor !== undefined,
  });
  useCodesCommands({
    high,
    chosen,
    view,
    onView,
    onCopyAll: copied.copyAll,
    onDownload: download,
  });

  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <p role="status" className="sr-only">
          {copied.copiedKey === null ? '' : 'Copied!'}
        </p>
        <ResultsHeader
          state={state}
          highCount={high.length}
          onCopyHigh={() => copied.copyAll(high)}
          onDownload={download}
        />
        <CodesToolbar
          codes={state.codes}
          view={view}
          onChange={onView}
          freshCount={held.freshCount}
          onShowFresh={held.show}
          shownCount={shown.length}
        />
        {notes}
        {groups.length > 0 ? (
          <CodeList
            likely={likely}
            less={less}
            isUnfolded={isUnfolded}
            onFold={() => setUnfolded(!isUnfolded)}
            view={view}
            onSort={(sort) => onView({ ...view, sort })}
            selection={selection}
            copied={copied}
            openKey={open === undefined ? null : shownKey}
            onOpen={openMails}
            onKeyDown={onListKey}
            onHold={held.hold}
          />
        ) : (
          <EmptyState
            title="No code matches the filter"
            className="flex-1"
            actions={
              <Button onClick={() => onView({ ...view, term: '', band: 'all' })}>
                Clear filters
              </Button>
            }
          >
            {view.term === ''
              ? 'There are codes of other confidence.'
              : `No code or mail contains “${view.term}”.`}
          </EmptyState>
        )}
        <ResultsFooter selection={selection} onCopy={() => copied.copyAll(chosen)} />
      </div>
      {open === undefined ? null : (
        <CodePanel key={open.key} group={open} panelRef={panel} onClose={close} />
      )}
    </div>
  );
}
