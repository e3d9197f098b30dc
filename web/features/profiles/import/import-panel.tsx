import { clsx } from 'clsx';
import {
  Check,
  CircleAlert,
  CircleCheck,
  Download,
  LockKeyhole,
  ShieldCheck,
  TriangleAlert,
  Upload,
  X,
} from 'lucide-react';
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { describeResult } from '../../../../shared/csv/file-result.ts';
import { TABLE_TYPES } from '../../../../shared/csv/table-file.ts';
import { isSecret, NOTE_COLUMNS, type RowNote } from '../../../../shared/profiles/check-file.ts';
import { PROFILE_TEMPLATE } from '../../../../shared/profiles/template.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { ReadAsFields } from '../../../kit/file-import/read-as.tsx';
import { ResultReasons } from '../../../kit/file-import/table-reading.tsx';
import { reportFile } from '../../../kit/file-report.ts';
import { TemplateButton } from '../../../kit/template-button.tsx';
import { downloadCsv } from '../../../lib/download.ts';
import { isFocusLost } from '../../../lib/focus.ts';
import { countOf, formatNumber, formatSize } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Missing } from '../../../ui/table.tsx';
import type { Mending } from './import.worker.ts';
import {
  addFiles,
  type Import,
  type ImportFile,
  mendRow,
  showRow,
  storedOf,
  uploadFiles,
} from './import-files.ts';
import { RowColumnsDialog } from './row-columns-dialog.tsx';

const ROW_HEIGHT = 44;
/** Corrects the single wrong cell of a row, or opens the steps that give a row the right number of cells. */
interface Mend {
  cell: (row: number, value: string) => void;
  columns: (row: number) => void;
}

const noteColumns = (onMend: Mend) =>
  gridColumns(NOTE_COLUMNS, {
    row: { width: '52px', align: 'right', cell: ({ row }) => formatNumber(row), isFixed: true },
    profile: {
      width: 'minmax(84px, 1fr)',
      title: ({ profile }) => profile || undefined,
      cell: ({ profile, field }) => (
        <span className="block leading-4">
          <span className="block truncate">{profile || <Missing>No name</Missing>}</span>
          <span className="block truncate text-xs text-text-muted">{field}</span>
        </span>
      ),
    },
    reason: {
      width: 'minmax(150px, 3fr)',
      title: ({ reason }) => reason,
      cell: (note) => <Reason note={note} />,
      isFixed: true,
    },
    found: {
      label: 'Value',
      width: 'minmax(112px, 1.1fr)',
      isFixed: true,
      cell: (note) => <Value note={note} onMend={onMend} />,
    },
  });
/** A mended row may have a warning, too. */
const noteId = ({ kind, row }: RowNote): string => `${kind} ${row}`;
const rowOf = ({ row }: RowNote): string => formatNumber(row);

function Reason({ note: { kind, reason, key, value, content } }: { note: RowNote }) {
  // The field of a cell that must be typed again does not show the refused text.
  const hasFoundText =
    kind === 'refused' && key !== null && value === '' && content.endsWith('digits');
  return (
    <span
      className={clsx(
        'block leading-4.5 whitespace-normal',
        kind === 'mended' && 'text-text-muted',
      )}
    >
      {kind === 'warning' ? (
        <Badge tone="warning" className="mr-1.5">
          Warning
        </Badge>
      ) : null}
      {kind === 'mended' ? (
        <span className="mr-1 inline-flex items-center gap-1 text-success-text">
          <Check className="size-3" strokeWidth={2} />
          Mended{' '}
        </span>
      ) : null}
      {reason}
      {hasFoundText ? `, ${content} found` : null}
    </span>
  );
}

/** The cell that is wrong, to correct it in place; the text that was found where nothing can be corrected. */
function Value({ note, onMend }: { note: RowNote; onMend: Mend }) {
  const { kind, key, content } = note;
  // Another cell of the row may be wrong once this one is right.
  if (kind === 'refused' && key !== null) return <MendField key={key} {...{ note, onMend }} />;
  if (kind === 'refused') {
    const row = formatNumber(note.row);
    return (
      <Button
        size="xs"
        title={content}
        aria-label={`Correct the columns of row ${row}`}
        onClick={() => onMend.columns(note.row)}
      >
        Correct columns
      </Button>
    );
  }
  return (
    <span
      className={clsx('block truncate', kind === 'mended' && 'text-text-muted')}
      title={content}
    >
      {content}
    </span>
  );
}

/** Enter goes on with the next field. A secret is typed again, because its content is never shown. */
function MendField({ note, onMend }: { note: RowNote; onMend: Mend }) {
  const { row, field, key, value } = note;
  const [typed, setTyped] = useState(value);
  const [isTried, setIsTried] = useState(false);
  const hidden = key !== null && isSecret(key);
  const mend = () => {
    if (typed === value) return;
    setIsTried(true);
    onMend.cell(row, typed);
  };
  return (
    <Input
      size="sm"
      type={hidden ? 'password' : 'text'}
      {...(hidden && { prefix: <LockKeyhole /> })}
      aria-label={`${field} of row ${formatNumber(row)}`}
      aria-invalid={isTried || undefined}
      placeholder={hidden ? 'Type it again' : field}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        setIsTried(false);
      }}
      onBlur={mend}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        const grid = event.currentTarget.closest<HTMLElement>('[role=grid]');
        const fields = [...(grid?.querySelectorAll('input') ?? [])];
        // The field that loses the focus is checked.
        (fields[fields.indexOf(event.currentTarget) + 1] ?? grid)?.focus();
      }}
    />
  );
}

/** The looks of a file's state, in the order in which they are counted. */
const LOOKS = {
  ready: { word: 'ready', icon: <CircleCheck className="text-success-text" /> },
  refused: { word: 'with refused rows', icon: <TriangleAlert className="text-warning-text" /> },
  checking: { word: 'checking', icon: <Spinner /> },
  uploading: { word: 'uploading', icon: <Spinner /> },
  uploaded: { word: 'stored', icon: <CircleCheck className="text-success-text" /> },
  error: { word: 'with errors', icon: <CircleAlert className="text-danger-text" /> },
};

/** A bad row in the sample is an error of the file until its valid rows are uploaded. */
function lookOf({ state, content }: ImportFile): keyof typeof LOOKS {
  if (state === 'reading') return 'checking';
  if (state === 'uploading' || state === 'uploaded') return state;
  if (state === 'refused' || content?.error) return 'error';
  return content?.refused.length ? 'refused' : 'ready';
}

/** Whether the button for all files uploads it: the sample has no bad row, others may be refused. */
const isUploadable = (file: ImportFile): boolean => ['ready', 'refused'].includes(lookOf(file));

/** `Upload 99 of 100`, or `Upload (2)` if no row of the files is refused. Stored rows do not count. */
function uploadLabel(files: readonly ImportFile[]): string {
  const sum = (count: 'valid' | 'rows') =>
    files.reduce(
      (total, { content }) => total + (content ? content[count] - storedOf(content) : 0),
      0,
    );
  if (sum('valid') === sum('rows')) return `Upload (${files.length})`;
  return `Upload ${formatNumber(sum('valid'))} of ${formatNumber(sum('rows'))}`;
}

/** `2 ready, 1 with refused rows, 3 with errors` */
function describeFiles(files: readonly ImportFile[]): string {
  const parts = Object.entries(LOOKS).flatMap(([look, { word }]) => {
    const count = files.filter((file) => lookOf(file) === look).length;
    return count === 0 ? [] : [`${formatNumber(count)} ${word}`];
  });
  return parts.join(', ') || 'None yet';
}

interface ImportPanelProps {
  imported: Import;
}

/** The files of an import at the left, the refused rows of the chosen file at the right. */
export function ImportPanel({ imported }: ImportPanelProps) {
  const { files } = imported;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const noted = files.filter(({ content }) => content && notesOf(content).length > 0);
  const chosen = noted.find(({ id }) => id === chosenId) ?? noted[0];
  const ready = files.filter(isUploadable);
  const profiles = ready.reduce(
    (sum, { content }) => sum + (content ? content.valid - storedOf(content) : 0),
    0,
  );
  const isBusy = files.some(({ state }) => state === 'uploading');
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that opened the import is gone.
    if (isFocusLost()) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-auto">
      <section
        ref={panel}
        tabIndex={-1}
        aria-label="Uploaded files"
        className="flex w-[clamp(300px,34vw,496px)] flex-none flex-col border-border outline-none! max-lg:w-full lg:border-r"
      >
        <div className="p-5 max-md:p-3.5">
          <ProfileDrop imported={imported} />
        </div>
        <div className="flex flex-none flex-wrap items-baseline gap-x-2 border-b border-border px-5 pb-2 max-md:px-3.5">
          <h2 className="font-semibold">Uploaded files</h2>
          <span role="status" className="tn text-xs text-text-muted">
            {describeFiles(files)}
          </span>
        </div>
        <ul className="m-0 min-h-0 flex-1 list-none overflow-y-auto p-0">
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              isChosen={file.id === chosen?.id}
              onChoose={() => setChosenId(file.id)}
              imported={imported}
            />
          ))}
        </ul>
        <div className="flex min-h-13 flex-none flex-wrap items-center gap-3 border-t border-border px-5 py-2 max-md:px-3.5">
          <Button
            variant={ready.length === 0 ? 'secondary' : 'primary'}
            busy={isBusy}
            icon={<Upload />}
            onClick={() => void uploadFiles(imported, ready)}
          >
            {uploadLabel(ready)}
          </Button>
          <span className="tn text-xs text-text-muted">
            {countOf(profiles, 'profile')} in {countOf(ready.length, 'file')}
          </span>
          <Button
            variant="ghost"
            className="ml-auto"
            disabled={isBusy}
            onClick={() => {
              for (const { id } of files) imported.remove(id);
            }}
          >
            Clear All
          </Button>
        </div>
      </section>
      {chosen ? (
        <NotedRows key={chosen.id} file={chosen} imported={imported} />
      ) : (
        <EmptyState title="No refused rows" className="flex-1 justify-center bg-bg">
          Rows that cannot be imported, and rows with a warning, are listed here with their reason.
        </EmptyState>
      )}
    </div>
  );
}

interface ProfileDropProps extends ImportPanelProps {
  inline?: boolean;
  onAdd?: () => void;
}

/** Receives profile files. */
export function ProfileDrop({ imported, onAdd, ...looks }: ProfileDropProps) {
  return (
    <DropZone
      label="Choose CSV files"
      hint="CSV, .xlsx or .ods: 14 columns with a header; Email and Password are optional"
      accept={TABLE_TYPES}
      aside={<TemplateButton template={PROFILE_TEMPLATE} />}
      multiple
      onFiles={(files) => {
        addFiles(imported, files);
        onAdd?.();
      }}
      {...looks}
    />
  );
}

/** Named only if a file is written otherwise. */
const USUAL_FORM = 'UTF-8, comma';

interface FileRowProps extends ImportPanelProps {
  file: ImportFile;
  isChosen: boolean;
  onChoose: () => void;
}

/** Rendered again if the file changes: what it calls depends on the id of the file alone. */
const FileRow = memo(
  FileRowView,
  (before, now) => before.file === now.file && before.isChosen === now.isChosen,
);

function FileRowView({ file, isChosen, onChoose, imported }: FileRowProps) {
  const { id, name, bytes, state, content } = file;
  const look = lookOf(file);
  // The choices of a file are a hundred elements, and an import may have hundreds of files.
  const [isOpen, setIsOpen] = useState(false);
  const isRunning = state === 'reading' || state === 'uploading';
  return (
    <li
      className={clsx(
        'grid grid-cols-icon-fill-end items-start gap-x-2.5 border-b border-border px-5 py-2.5 max-md:px-3.5',
        isChosen && 'bg-surface-selected shadow-selected',
      )}
    >
      <span className="mt-0.5 [&_svg]:size-4">{LOOKS[look].icon}</span>
      <div className="min-w-0">
        <p className="flex gap-2">
          <span className="truncate font-medium" title={name}>
            {name}
          </span>
          <span className="tn flex-none text-xs leading-5 text-text-muted">
            {formatSize(bytes)}
            {content ? `, ${countOf(content.rows, 'row')}` : ''}
          </span>
        </p>
        {content ? (
          <details
            className="text-xs"
            onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          >
            <summary className="tn cursor-pointer rounded-sm text-text-muted hover:text-text">
              <span>
                {content.form.text === USUAL_FORM ? null : (
                  <span className="block">Read as {content.form.text}</span>
                )}
                {describeResult(content.result)}
              </span>
            </summary>
            <div className="flex flex-col gap-2 py-2">
              {isOpen ? (
                <ReadAsFields
                  form={content.form}
                  disabled={state !== 'ready' && state !== 'failed'}
                  onChange={(as) => imported.again(id, as)}
                />
              ) : null}
              <ResultReasons result={content.result} />
            </div>
          </details>
        ) : null}
        {content?.fault ? (
          <p role="status" className="text-xs text-warning-text">
            Line {formatNumber(content.fault.line)}: {content.fault.message}
          </p>
        ) : null}
        <p
          role={look === 'error' ? 'alert' : 'status'}
          className={clsx('text-xs', look === 'error' ? 'text-danger-text' : 'text-text-muted')}
        >
          {describeFile(file)}
        </p>
        {isRunning ? (
          <Progress
            label={`Progress of ${name}`}
            value={content ? storedOf(content) : undefined}
            max={content?.valid ?? 1}
            className="mt-1.5"
          />
        ) : null}
        {content && notesOf(content).length > 0 ? (
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 text-xs text-warning-text">
            <span>{describeNotes(file, content)}</span>
            <Button size="xs" variant="ghost" className="-ml-2" onClick={onChoose}>
              Show rows
            </Button>
          </p>
        ) : null}
      </div>
      {isRunning ? (
        <Button size="xs" onClick={() => (content ? imported.cancel(id) : imported.remove(id))}>
          Cancel
        </Button>
      ) : (
        <IconButton
          size="xs"
          label={`Remove ${name}`}
          icon={<X />}
          onClick={() => imported.remove(id)}
        />
      )}
    </li>
  );
}

function describeFile(file: ImportFile): string {
  const { progress, message, content } = file;
  if (message !== null) return message;
  if (content === null) return progress > 0 ? `Checking row ${formatNumber(progress)}` : 'Checking';
  const profiles = countOf(content.valid, 'profile');
  switch (lookOf(file)) {
    case 'uploading':
      return `${formatNumber(storedOf(content))} of ${profiles} stored`;
    case 'uploaded':
      return `${profiles} stored`;
    default:
      return content.error ?? 'Ready to upload';
  }
}

type Content = NonNullable<ImportFile['content']>;

/** Refused rows first, between them those that were mended. */
const notesOf = ({ refused, mended, warnings }: Content): RowNote[] => [
  ...[...refused, ...mended].sort((a, b) => a.row - b.row),
  ...warnings,
];

/** `5 of 40 rows refused, nothing stored`, `2 rows with a warning` */
function describeNotes({ state }: ImportFile, content: Content): string {
  const { refused, warnings, rows } = content;
  const parts: string[] = [];
  if (refused.length > 0) {
    parts.push(`${formatNumber(refused.length)} of ${countOf(rows, 'row')} refused`);
    if (state !== 'uploaded' && storedOf(content) === 0) parts.push('nothing stored');
  }
  if (warnings.length > 0) parts.push(`${countOf(warnings.length, 'row')} with a warning`);
  return parts.join(', ');
}

/** The name of a file, its numbers, and the downloads of its rows with a note. */
function NotesHead({ name, content }: { name: string; content: Content }) {
  const { valid, refused, mended, warnings, refusedCsv, warnedCsv } = content;
  const save = (csv: Blob, kind: string, rows: number) => {
    const fileName = `${name.replace(/\.csv$/i, '')}_${kind}.csv`;
    downloadCsv(fileName, csv);
    reportFile(fileName, countOf(rows, 'row'));
  };
  return (
    <div className="flex min-h-(--size-toolbar) flex-none flex-wrap items-center gap-x-2 gap-y-1 border-b border-border py-2 pr-4 pl-5 max-md:px-3.5">
      <h2 className="min-w-0 truncate font-semibold">{name}</h2>
      <span className="tn text-xs whitespace-nowrap text-text-muted">
        {formatNumber(valid)} valid, {formatNumber(refused.length)} refused
        {mended.length > 0 ? `, ${formatNumber(mended.length)} mended` : ''}
        {warnings.length > 0 ? `, ${countOf(warnings.length, 'warning')}` : ''}
      </span>
      <span className="ml-auto flex flex-wrap gap-2">
        {warnedCsv === null ? null : (
          <Button
            size="sm"
            icon={<Download />}
            onClick={() => save(warnedCsv, 'warnings', warnings.length)}
          >
            Download rows with a warning
          </Button>
        )}
        {refusedCsv === null ? null : (
          <Button
            size="sm"
            icon={<Download />}
            onClick={() => save(refusedCsv, 'refused', refused.length)}
          >
            Download refused rows
          </Button>
        )}
      </span>
    </div>
  );
}

function NotedRows({ file, imported }: ImportPanelProps & { file: ImportFile }) {
  const { id, name, content, state } = file;
  const notes = useMemo(() => (content ? notesOf(content) : []), [content]);
  const [opened, setOpened] = useState<{ row: number; cells: readonly string[] } | null>(null);
  const mend = useEffectEvent((mending: Mending) => {
    if (state !== 'uploading') void mendRow(imported, id, mending);
  });
  const openRow = useEffectEvent(async (row: number) => {
    const cells = await showRow(imported, id, row);
    if (cells !== null) setOpened({ row, cells });
  });
  const [columns] = useState(() =>
    noteColumns({
      cell: (row, value) => mend({ row, value }),
      columns: (row) => void openRow(row),
    }),
  );
  if (content === null) return null;
  const { refused } = content;
  // The button for all files does not upload a file with a bad row in its sample.
  const canUpload = content.error !== null && content.valid > 0 && state !== 'uploaded';
  const title = `${refused.length > 0 ? 'Refused rows' : 'Warnings'} of ${name}`;
  return (
    <section aria-label={title} className="flex min-h-80 min-w-0 flex-1 flex-col">
      <NotesHead name={name} content={content} />
      {refused.length > 0 && state !== 'uploaded' ? (
        <Banner tone="warning" title="Refused rows are not uploaded." className="m-3 flex-none">
          Correct the cells here, or download the rows, correct them and upload the file that you
          get.
        </Banner>
      ) : null}
      <DataGrid
        label={title}
        rows={notes}
        rowId={noteId}
        rowName={rowOf}
        rowHeight={ROW_HEIGHT}
        columns={columns}
      />
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-2 border-t border-border px-5 py-2 max-md:px-3.5">
        {canUpload ? (
          <Button
            variant="primary"
            busy={state === 'uploading'}
            onClick={() => void uploadFiles(imported, [file])}
          >
            {uploadLabel([file])}
          </Button>
        ) : null}
        <Button onClick={() => imported.remove(id)}>
          {state === 'uploaded' ? 'Done' : 'Discard file'}
        </Button>
        <span className="inline-flex items-center gap-1.5 text-xs text-text-muted">
          <ShieldCheck className="size-3.5" />
          Card numbers and CVVs are never shown here.
        </span>
      </div>
      {opened === null ? null : (
        <RowColumnsDialog
          {...opened}
          isBusy={state === 'uploading'}
          onMend={(steps) => {
            mend({ row: opened.row, steps });
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
