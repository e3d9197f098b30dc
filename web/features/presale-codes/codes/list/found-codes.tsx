import { Copy } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { CsvColumn } from '../../../../../shared/csv/column.ts';
import { confidenceBand } from '../../../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../../../shared/presale-codes/events.ts';
import { DataGrid } from '../../../../kit/data-grid/data-grid.tsx';
import { GridFooter } from '../../../../kit/data-grid/grid-footer.tsx';
import {
  type GridSelection,
  useGridSelection,
} from '../../../../kit/data-grid/use-grid-selection.ts';
import { attempt, tryAgain } from '../../../../kit/failure.ts';
import { reportFile } from '../../../../kit/file-report.ts';
import { useCommands } from '../../../../kit/keys/commands.ts';
import { downloadCsv } from '../../../../lib/download.ts';
import { countOf, formatNumber, isoDay } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { NoMatch } from '../../../../ui/empty-state.tsx';
import { importAgain } from '../../../../ui/import-again.ts';
import { useVerdictKeys } from '../../../code-memory/verdict-buttons.tsx';
import type { SearchView } from '../../search/search-machine.ts';
import { FIRST_VIEW } from '../../search-state.ts';
import { CodePanel } from '../code-panel.tsx';
import {
  type CodeColumn,
  type CodeGroup,
  type CodeView,
  splitLikely,
  viewCodes,
} from '../code-view.ts';
import { codeColumns } from './code-columns.tsx';
import { CodesToolbar, ResultsHeader } from './codes-toolbar.tsx';
import { useCodeGroups } from './use-code-groups.ts';
import { useCodesKeys } from './use-codes-keys.ts';
import { useCopiedCode } from './use-copied-code.ts';

const loadWriter = () =>
  importAgain(() => import('../../../../../shared/csv/spreadsheet-writer.ts'));

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

/** The codes of the list, in two parts. */
function useShownCodes(state: SearchView, view: CodeView) {
  const groups = useCodeGroups(state.codes, view);
  const { likely, less } = useMemo(() => splitLikely(groups, view), [groups, view]);
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = useMemo(
    () => (isUnfolded ? [...likely, ...less] : likely),
    [likely, less, isUnfolded],
  );
  return { groups, likely, less, shown, isUnfolded, setUnfolded };
}

interface CodeCommands extends Pick<FoundCodesProps, 'view' | 'onView'> {
  /** The codes of high confidence. */
  high: readonly CodeGroup[];
  /** The selected codes. */
  chosen: readonly CodeGroup[];
  copyAll: (groups: readonly CodeGroup[]) => void;
  downloadAll: () => void;
  downloadShown: () => void;
}

/** The actions on the codes in the command palette. */
function useCodeCommands(commands: CodeCommands): void {
  const { view, onView, high, chosen, copyAll, downloadAll, downloadShown } = commands;
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
      ? [{ id: 'presale.copy-high', label: 'Copy high-confidence codes', run: () => copyAll(high) }]
      : []),
    ...(chosen.length > 0
      ? [
          {
            id: 'presale.copy-selected',
            label: `Copy ${countOf(chosen.length, 'selected code')}`,
            run: () => copyAll(chosen),
          },
        ]
      : []),
  ]);
}

/** Reports whether the mails cover the form. */
function useCover(isOpen: boolean, onCover: FoundCodesProps['onCover']): void {
  useEffect(() => {
    onCover(isOpen);
    return () => onCover(false);
  }, [isOpen, onCover]);
}

/** The found codes: header, toolbar, list, and the mails of the open code over the form. */
export function FoundCodes({ state, view, onView, notes, onCover }: FoundCodesProps) {
  const listed = useShownCodes(state, view);
  const { groups, likely, less, shown, isUnfolded, setUnfolded } = listed;
  const [isMailOpen, setMailOpen] = useState(false);
  const openMail = () => setMailOpen(true);
  const selection = useGridSelection({ rows: shown, rowId: keyOf, onOpen: openMail });
  const { cursor, selected } = selection;
  const atCursor = shown.find(({ key }) => key === cursor);
  // The open mails follow the cursor.
  const open = isMailOpen ? atCursor : undefined;
  useCover(open !== undefined, onCover);
  const chosen = shown.filter(({ key }) => selected.has(key));
  const high = groups.filter(({ best }) => confidenceBand(best.confidence) === 'high');
  const { copiedKey, copy, copyAll } = useCopiedCode();
  const panel = useRef<HTMLDivElement>(null);

  const close = () => {
    const wasInside = panel.current?.contains(document.activeElement);
    setMailOpen(false);
    if (wasInside) selection.gridRef.current?.focus();
  };
  const copyChosen = () => copyAll(chosen);
  const copyAtCursor = atCursor ? () => copy(atCursor) : null;
  const downloadAll = () => download(viewCodes(state.codes, { ...FIRST_VIEW, sort: view.sort }));
  const downloadShown = () => download(shown, '_shown');
  const onListKey = useCodesKeys(selection, {
    onClose: open ? close : null,
    onCopy: chosen.length > 0 ? copyChosen : copyAtCursor,
  });
  useVerdictKeys(atCursor?.best);
  useCodeCommands({ view, onView, high, chosen, copyAll, downloadAll, downloadShown });
  const hasRows = groups.length > 0;
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <CopyStatus isCopied={copiedKey !== null} />
        <ResultsHeader
          state={state}
          onCopyHigh={high.length > 0 ? () => copyAll(high) : null}
          onDownload={downloadAll}
          shownCount={shown.length}
          onDownloadShown={downloadShown}
        />
        <CodesToolbar codes={state.codes} view={view} onChange={onView} shownCount={shown.length} />
        {notes}
        {hasRows ? (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-[74dvh] max-lg:flex-none">
            <CodeGrid
              {...{ view, onView, likely, less, selection, copiedKey, copy, isUnfolded }}
              fresh={state.fresh}
              openKey={open?.key ?? null}
              onOpen={(key) => {
                selection.moveTo(key);
                setMailOpen(open?.key !== key);
              }}
              onUnfold={setUnfolded}
              onKeyDown={onListKey}
            />
          </div>
        ) : (
          <NoCodeMatches view={view} onView={onView} />
        )}
        <Footer selection={selection} count={chosen.length} onCopy={copyChosen} />
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

function CopyStatus({ isCopied }: { isCopied: boolean }) {
  return (
    <p role="status" className="sr-only">
      {isCopied ? 'Copied!' : ''}
    </p>
  );
}

interface CodeGridProps extends Pick<FoundCodesProps, 'view' | 'onView'> {
  likely: readonly CodeGroup[];
  /** Less likely codes, which are folded. */
  less: readonly CodeGroup[];
  isUnfolded: boolean;
  onUnfold: (isUnfolded: boolean) => void;
  selection: GridSelection;
  fresh: ReadonlySet<string>;
  copiedKey: string | null;
  copy: (group: CodeGroup) => void;
  /** The code whose mails are open. */
  openKey: string | null;
  onOpen: (key: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function CodeGrid(props: CodeGridProps) {
  const { view, onView, likely, less, isUnfolded, onUnfold, selection, openKey, onKeyDown } = props;
  const { columns, fold } = codeColumns({
    copiedKey: props.copiedKey,
    fresh: props.fresh,
    openKey,
    onCopy: props.copy,
    onOpen: props.onOpen,
  });
  return (
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
                onToggle: () => onUnfold(!isUnfolded),
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
      rowClass={({ key }) => (key === openKey ? 'bg-surface-hover' : undefined)}
      listKey={JSON.stringify(view)}
      onKeyDown={onKeyDown}
    />
  );
}

interface FooterProps {
  selection: GridSelection;
  /** The number of selected codes. */
  count: number;
  onCopy: () => void;
}

function Footer({ selection, count, onCopy }: FooterProps) {
  return (
    <GridFooter
      selection={selection}
      note="Confidence weighs wording, place and shape of the code. Check anything below 80% before use."
      actions={
        <Button size="xs" aria-disabled={count === 0} icon={<Copy />} onClick={onCopy}>
          Copy {countOf(count, 'code')}
        </Button>
      }
    />
  );
}

function NoCodeMatches({ view, onView }: Pick<FoundCodesProps, 'view' | 'onView'>) {
  return (
    <NoMatch
      title="No code matches the filter"
      onClear={() => onView({ ...view, term: '', band: 'all' })}
    >
      {view.term === ''
        ? 'There are codes of other confidence.'
        : `No code or mail contains “${view.term}”.`}
    </NoMatch>
  );
}

/** Writes the mails of these codes, one row each. */
const download = (groups: readonly CodeGroup[], suffix = ''): void =>
  attempt(EXPORT_FAILED, async () => {
    const { writeSpreadsheetCsv } = await loadWriter();
    const mails = groups.flatMap((group) => group.all);
    const name = `presale_codes_${isoDay(new Date())}${suffix}.csv`;
    downloadCsv(name, writeSpreadsheetCsv(CSV_COLUMNS, mails));
    reportFile(name, countOf(mails.length, 'row'));
  });

const SORTED_BY: readonly CodeColumn[] = ['code', 'account', 'date', 'confidence'];
const keyOf = ({ key }: CodeGroup): string => key;
const codeOf = ({ best }: CodeGroup): string => best.code;
