import { Copy } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { CsvColumn } from '../../../../shared/csv/column.ts';
import { confidenceBand } from '../../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { GridFooter } from '../../../kit/data-grid/grid-footer.tsx';
import { useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { attempt, tryAgain } from '../../../kit/failure.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { useCommands } from '../../../kit/keys/commands.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, formatNumber, isoDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { NoMatch } from '../../../ui/empty-state.tsx';
import type { SearchView } from '../search/search-machine.ts';
import { FIRST_VIEW } from '../search-state.ts';
import { codeColumns } from './code-columns.tsx';
import { CodePanel } from './code-panel.tsx';
import {
  type CodeColumn,
  type CodeGroup,
  type CodeView,
  countUnlisted,
  splitLikely,
  viewCodes,
} from './code-view.ts';
import { CodesToolbar, ResultsHeader } from './codes-toolbar.tsx';
import { useCodesKeys } from './use-codes-keys.ts';
import { useCopiedCode } from './use-copied-code.ts';
import { useListedCodes } from './use-listed-codes.ts';

const EXPORT_FAILED = tryAgain('The codes could not be exported');

const CSV_COLUMNS: readonly CsvColumn<FoundCode>[] = [
  { header: 'Code', value: (code) => code.code },
  { header: 'Account', value: (code) => code.account },
  { header: 'Subject', value: (code) => code.email_subject },
  { header: 'Sender', value: (code) => code.email_from },
  { header: 'Date', value: (code) => code.email_date },
  { header: 'Confidence', value: (code) => `${Math.round(code.confidence * 100)}%` },
];

interface FoundCodesProps {
  state: SearchView;
  view: CodeView;
  onView: (view: CodeView) => void;
  /** Shown above the list. */
  notes: ReactNode;
  /** Called when mails cover the form, and when they no longer do. */
  onCover: (isCovered: boolean) => void;
}

/** The found codes: header, toolbar, list, and the mails of the open code over the form. */
export function FoundCodes({ state, view, onView, notes, onCover }: FoundCodesProps) {
  const isRepeat = state.isQuiet && state.phase === 'searching';
  const { codes, groups, showFresh, release, handlers } = useListedCodes(
    state.codes,
    view,
    isRepeat,
  );
  const unlistedCount = countUnlisted(state.codes, codes, view);
  const { likely, less } = useMemo(() => splitLikely(groups, view), [groups, view]);
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = useMemo(
    () => (isUnfolded ? [...likely, ...less] : likely),
    [likely, less, isUnfolded],
  );
  const [isMailOpen, setMailOpen] = useState(false);
  const selection = useGridSelection({
    rows: shown,
    rowId: keyOf,
    onOpen: () => setMailOpen(true),
  });
  const { cursor, selected } = selection;
  const atCursor = shown.find(({ key }) => key === cursor);
  // The open mails follow the cursor.
  const open = isMailOpen ? atCursor : undefined;
  const isOpen = open !== undefined;
  useEffect(() => {
    onCover(isOpen);
    return () => onCover(false);
  }, [isOpen, onCover]);
  const chosen = shown.filter(({ key }) => selected.has(key));
  const high = groups.filter(({ best }) => confidenceBand(best.confidence) === 'high');
  const { copiedKey, copy, copyAll } = useCopiedCode();
  const panel = useRef<HTMLDivElement>(null);

  const close = () => {
    const wasInside = panel.current?.contains(document.activeElement);
    setMailOpen(false);
    if (wasInside) selection.gridRef.current?.focus();
  };
  const copyHigh = () => copyAll(high);
  const copyChosen = () => copyAll(chosen);
  const copyAtCursor = atCursor ? () => copy(atCursor) : null;
  const downloadAll = () => download(viewCodes(state.codes, { ...FIRST_VIEW, sort: view.sort }));
  const downloadShown = () => download(shown, '_shown');
  const onListKey = useCodesKeys(selection, {
    onClose: open ? close : null,
    onCopy: chosen.length > 0 ? copyChosen : copyAtCursor,
  });
  useCommands([
    {
      id: 'presale.download',
      label: 'Download CSV',
      keywords: ['export', 'codes'],
      run: downloadAll,
    },
    {
      id: 'presale.download-shown',
      label: 'Download CSV of the shown codes',
      keywords: ['export', 'filter'],
      run: downloadShown,
    },
    {
      id: 'presale.group',
      label: view.grouped ? 'List each mail separately' : 'Group by code',
      keywords: ['view'],
      run: () => onView({ ...view, grouped: !view.grouped }),
    },
    ...(high.length > 0
      ? [{ id: 'presale.copy-high', label: 'Copy high-confidence codes', run: copyHigh }]
      : []),
    ...(chosen.length > 0
      ? [
          {
            id: 'presale.copy-selected',
            label: `Copy ${countOf(chosen.length, 'selected code')}`,
            run: copyChosen,
          },
        ]
      : []),
  ]);
  const hasRows = groups.length > 0;
  // The focus of a list that goes is lost without an event.
  useEffect(() => (hasRows ? release : undefined), [hasRows, release]);
  const { columns, fold } = codeColumns({
    copiedKey,
    fresh: state.fresh,
    openKey: open?.key ?? null,
    onCopy: copy,
    onOpen: (key) => {
      selection.moveTo(key);
      setMailOpen(open?.key !== key);
    },
  });

  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col" {...handlers}>
        <p role="status" className="sr-only">
          {copiedKey === null ? '' : 'Copied!'}
        </p>
        <ResultsHeader
          state={state}
          onCopyHigh={high.length > 0 ? copyHigh : null}
          onDownload={downloadAll}
          shownCount={shown.length}
          onDownloadShown={downloadShown}
        />
        <CodesToolbar codes={state.codes} view={view} onChange={onView} shownCount={shown.length} />
        {notes}
        {hasRows ? (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-[74dvh] max-lg:flex-none">
            {unlistedCount > 0 ? <UnlistedCodes count={unlistedCount} onShow={showFresh} /> : null}
            <DataGrid
              label="Codes"
              rows={likely}
              groups={
                less.length === 0
                  ? []
                  : [
                      {
                        key: 'less-likely',
                        label: `${formatNumber(less.length)} less likely`,
                        note: 'Under 50%.',
                        rows: less,
                        isOpen: isUnfolded,
                        onToggle: () => setUnfolded(!isUnfolded),
                      },
                    ]
              }
              rowId={keyOf}
              rowName={codeOf}
              columns={columns}
              fold={fold}
              rowHeight={52}
              selection={selection}
              selectAllLabel="Select all codes"
              sort={view.sort}
              onSort={({ column, order }) => {
                const known = SORTED_BY.find((one) => one === column);
                if (known) onView({ ...view, sort: { column: known, order } });
              }}
              rowClass={({ key }) => (key === open?.key ? 'bg-surface-hover' : undefined)}
              listKey={JSON.stringify(view)}
              onKeyDown={onListKey}
            />
          </div>
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
        <GridFooter
          selection={selection}
          note="Confidence weighs wording, place and shape of the code. Check anything below 80% before use."
          actions={
            <Button
              size="xs"
              aria-disabled={chosen.length === 0}
              icon={<Copy />}
              onClick={copyChosen}
            >
              Copy {countOf(chosen.length, 'code')}
            </Button>
          }
        />
      </div>
      {open ? (
        <CodePanel
          group={open}
          place={shown.indexOf(open)}
          count={shown.length}
          panelRef={panel}
          onMove={selection.move}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** Writes the mails of these codes, one row each. */
const download = (groups: readonly CodeGroup[], suffix = ''): void =>
  attempt(EXPORT_FAILED, async () => {
    const { writeSpreadsheetCsv } = await import('../../../../shared/csv/spreadsheet-writer.ts');
    const mails = groups.flatMap((group) => group.all);
    const name = `presale_codes_${isoDay(new Date())}${suffix}.csv`;
    downloadCsv(name, writeSpreadsheetCsv(CSV_COLUMNS, mails));
    reportFile(name, countOf(mails.length, 'row'));
  });

/** Floats over the beginning of the list, which keeps its place. */
function UnlistedCodes({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="sticky top-2 z-[calc(var(--z-sticky)+1)] flex h-0 justify-center">
      <Button size="xs" variant="primary" className="mt-10 shadow-md" onClick={onShow}>
        Show {countOf(count, 'more code')}
      </Button>
    </div>
  );
}

const SORTED_BY: readonly CodeColumn[] = ['code', 'account', 'date', 'confidence'];
const keyOf = ({ key }: CodeGroup): string => key;
const codeOf = ({ best }: CodeGroup): string => best.code;
