import { Download, ShieldCheck } from 'lucide-react';
import { useEffectEvent, useMemo, useState } from 'react';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { reportFile } from '../../../kit/file-report.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Content, notesOf, uploadLabel } from './file-state.tsx';
import type { Mending } from './import.worker.ts';
import { type Import, type ImportFile, mendRow, showRow, uploadFiles } from './import-files.ts';
import { noteColumns, noteId, ROW_HEIGHT, rowOf } from './note-columns.tsx';
import { RowColumnsDialog } from './row-columns-dialog.tsx';

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

interface NotedRowsProps {
  imported: Import;
  file: ImportFile;
}

/** The rows of a file with a note, to correct them, download them or upload the valid ones. */
export function NotedRows({ file, imported }: NotedRowsProps) {
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
