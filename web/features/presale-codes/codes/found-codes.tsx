import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { CsvColumn } from '../../../../shared/csv/column.ts';
import { writeSpreadsheetCsv } from '../../../../shared/csv/spreadsheet-writer.ts';
import { confidenceBand } from '../../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';
import { useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { isoDay } from '../../../lib/format.ts';
import { NoMatch } from '../../../ui/empty-state.tsx';
import type { SearchState } from '../search/search-state.ts';
import { CodeList, keyOf } from './code-list.tsx';
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
  downloadCsv(`presale_codes_${isoDay(now)}.csv`, writeSpreadsheetCsv(CSV_COLUMNS, codes));
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
  const selection = useGridSelection({
    rows: shown,
    rowId: keyOf,
    onOpen: ({ key }) => setOpenKey(key),
  });
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
    onCopy: () => {
      if (chosen.length > 0) copied.copyAll(chosen);
      else if (atCursor) copied.copy(atCursor);
    },
    canCopy: chosen.length > 0 || atCursor !== undefined,
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no action; it watches whether the list, or the button for new codes, is in use. */}
      <div
        className="flex min-h-0 min-w-0 flex-1 flex-col"
        onPointerEnter={(event) => event.pointerType === 'mouse' && held.hold(true)}
        onPointerLeave={(event) => {
          if (!event.currentTarget.contains(document.activeElement)) held.hold(false);
        }}
        onFocus={() => held.hold(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover'))
            held.hold(false);
        }}
      >
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
            fresh={state.fresh}
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
          <NoMatch
            title="No code matches the filter"
            onClear={() => onView({ ...view, term: '', band: 'all' })}
          >
            {view.term === ''
              ? 'There are codes of other confidence.'
              : `No code or mail contains “${view.term}”.`}
          </NoMatch>
        )}
        <ResultsFooter selection={selection} onCopy={() => copied.copyAll(chosen)} />
      </div>
      {open === undefined ? null : (
        <CodePanel key={open.key} group={open} panelRef={panel} onClose={close} />
      )}
    </div>
  );
}
