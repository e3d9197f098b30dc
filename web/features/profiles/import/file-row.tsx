import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { memo, useState } from 'react';
import { describeResult } from '../../../../shared/csv/file-result.ts';
import { ReadAsFields } from '../../../kit/file-import/read-as.tsx';
import { ResultReasons } from '../../../kit/file-import/table-reading.tsx';
import { countOf, formatNumber, formatSize } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import {
  type Content,
  describeFile,
  describeNotes,
  LOOKS,
  lookOf,
  notesOf,
} from './file-state.tsx';
import { type Import, type ImportFile, storedOf } from './import-files.ts';

/** Shown only if the format of a file is unusual. */
const USUAL_FORM = 'UTF-8, comma';

interface FileRowProps {
  imported: Import;
  file: ImportFile;
  isChosen: boolean;
  onChoose: () => void;
}

/** Rendered again only if the file changes: the callbacks depend only on the id of the file. */
export const FileRow = memo(
  FileRowView,
  (before, now) => before.file === now.file && before.isChosen === now.isChosen,
);

function FileRowView({ file, isChosen, onChoose, imported }: FileRowProps) {
  const { id, name, bytes, state, content } = file;
  const look = lookOf(file);
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
        {content ? <Reading file={file} content={content} imported={imported} /> : null}
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

interface ReadingProps {
  file: ImportFile;
  content: Content;
  imported: Import;
}

/** How a file was read, with the choices to read it in another way. */
function Reading({ file: { id, state }, content, imported }: ReadingProps) {
  // The choices of a file are a hundred elements, and an import may have hundreds of files.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="text-xs" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
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
  );
}
