import { ChevronRight, CircleCheck, Download, TriangleAlert, X } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { ignoredFileName } from '../../../../shared/queues/accounts/exports.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import {
  type QueueFileFields,
  type QueueFileStatus,
  statusOf,
  totalFault,
  totalWarning,
} from '../../../../shared/queues/uploads/queue-file.ts';
import { KEPT_IGNORED } from '../../../../shared/queues/uploads/queue-sheet.ts';
import { DateInput } from '../../../kit/date-input.tsx';
import { reportFile } from '../../../kit/file-report.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, formatNumber, formatSize } from '../../../lib/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { HeadCell, Missing } from '../../../ui/table.tsx';
import { FileReading, SeveralQueues } from './file-reading.tsx';
import type { FileSummary, ReadQueueAs } from './queue-files.worker.ts';
import { type QueueContent, type QueueFile, severalQueues } from './use-queue-files.ts';

interface FileRowProps {
  file: QueueFile;
  /** A warning when the upload replaces another queue. */
  replaces: string | null;
  /** During an upload nothing can be changed. */
  isLocked: boolean;
  /** Whether the result of the upload shows. */
  isResultShown: boolean;
  onChange: (fields: Partial<QueueFileFields>) => void;
  /** Reads the file again with other settings. */
  onRead: (as: Partial<ReadQueueAs>) => void;
  /** Creates an entry for each of its queues. */
  onDivide: () => void;
  onRemove: () => void;
}

const TONES: Record<QueueFileStatus, Tone> = {
  Ready: 'success',
  'No rows': 'warning',
  'Missing date': 'warning',
  'Missing total': 'warning',
};

/** Such a file cannot be uploaded in any status. */
const NO_POSITIONS = 'No rows: each row needs Id, QueueId and Place.';

/**
 * In a narrow table, the queue is under the file's name, and the ignored rows are only in the
 * details.
 */
const WIDE_ONLY = '@max-3xl:hidden';
/** A telephone shows a file in two lines: name and status, date and total. */
const NO_PHONE = '@max-lg:hidden';
/**
 * The number of columns that are shown at every width of a table. A cell that spanned more would
 * create additional columns.
 */
const COLUMNS = 7;

/** The head of a table of queue files. */
export function FileHeads() {
  return (
    <thead className={NO_PHONE}>
      <tr>
        <th scope="col" className="w-11">
          <span className="sr-only">Details</span>
        </th>
        <HeadCell>File</HeadCell>
        <HeadCell className={`w-[18%] ${WIDE_ONLY}`}>Queue</HeadCell>
        <HeadCell className="w-35">Date</HeadCell>
        <HeadCell className="w-24">Total</HeadCell>
        <HeadCell className="w-15" align="right">
          Rows
        </HeadCell>
        <HeadCell className={`w-16 ${WIDE_ONLY}`} align="right">
          Ignored
        </HeadCell>
        <HeadCell className="w-26">Status</HeadCell>
        <th scope="col" className="w-11">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/**
 * One queue file. It is rendered again only if its facts change: its callbacks depend only on the
 * file.
 */
export const FileRow = memo(
  FileRowView,
  (before, now) =>
    before.file === now.file &&
    before.replaces === now.replaces &&
    before.isLocked === now.isLocked &&
    before.isResultShown === now.isResultShown,
);

/**
 * Its queue, date, total, rows and status in one line; below it its faults, and on request its
 * details.
 */
function FileRowView(props: FileRowProps) {
  const { file, isLocked, isResultShown, onRemove } = props;
  const { name, bytes, state, content } = file;
  const [isOpen, setIsOpen] = useState(false);
  const errorId = useId();
  return (
    <tbody
      aria-label={name}
      className="@max-lg:block [&>tr:not(:last-child)>:is(td,th)]:border-b-0"
    >
      <tr className="@max-lg:grid @max-lg:grid-cols-[44px_minmax(0,1.3fr)_minmax(0,1fr)_44px]">
        <td className={PHONE.details}>
          {content === null ? null : (
            <IconButton
              size="xs"
              label={`Details of ${name}`}
              aria-expanded={isOpen}
              icon={<ChevronRight className={isOpen ? 'rotate-90' : undefined} />}
              onClick={() => setIsOpen(!isOpen)}
            />
          )}
        </td>
        <th scope="row" className={`${FILE_NAME} ${PHONE.name}`}>
          <span className="block truncate" title={name}>
            {name}
          </span>
          {content === null ? null : (
            <span className="mono hidden truncate text-2xs font-normal text-text-muted @max-3xl:block">
              {content.queueId}
            </span>
          )}
        </th>
        {content === null ? (
          <>
            <td colSpan={COLUMNS - 3} className={PHONE.fields}>
              <Progress label={`Reading ${name}`} value={file.progress} max={bytes} />
            </td>
            <WideEnd />
          </>
        ) : (
          <FileCells {...props} content={content} errorId={errorId} />
        )}
        <td className={PHONE.remove}>
          <IconButton
            size="xs"
            label={`Remove ${name}`}
            disabled={isLocked}
            icon={<X />}
            onClick={onRemove}
          />
        </td>
      </tr>
      {content === null ? null : (
        <FileReasons
          {...props}
          content={content}
          errorId={errorId}
          isResultShown={isResultShown || state === 'failed'}
        />
      )}
      {isOpen && content !== null ? (
        <tr className="@max-lg:block">
          <td
            colSpan={COLUMNS}
            className="h-auto! bg-surface-sunken pl-11! whitespace-normal @max-lg:block"
          >
            <Details {...props} summary={content.summary} />
          </td>
          <WideEnd className="bg-surface-sunken" />
        </tr>
      ) : null}
    </tbody>
  );
}

/** The space below the two columns that only a wide table has. */
function WideEnd({ className = '' }: { className?: string }) {
  return <td colSpan={2} className={`h-auto! ${WIDE_ONLY} ${className}`} />;
}

/** The classes that make a row's head look like a cell. */
const FILE_NAME =
  'static h-auto max-w-0 border-b border-border bg-transparent text-sm font-medium text-text [tr:hover>&]:bg-surface-hover';

/** The positions of the cells on a telephone. */
const PHONE = {
  details: '@max-lg:row-start-1 @max-lg:border-b-0 @max-lg:h-10!',
  name: '@max-lg:col-start-2 @max-lg:row-start-1 @max-lg:max-w-none @max-lg:self-center @max-lg:border-b-0',
  status:
    '@max-lg:col-start-3 @max-lg:row-start-1 @max-lg:flex @max-lg:h-10! @max-lg:items-center @max-lg:border-b-0',
  remove: '@max-lg:col-start-4 @max-lg:row-start-1 @max-lg:border-b-0 @max-lg:h-10!',
  fields:
    '@max-lg:col-span-3 @max-lg:col-start-2 @max-lg:row-start-2 @max-lg:h-auto! @max-lg:pb-2!',
  date: '@max-lg:col-start-2 @max-lg:row-start-2 @max-lg:h-auto! @max-lg:pb-2!',
  total: '@max-lg:col-span-2 @max-lg:col-start-3 @max-lg:row-start-2 @max-lg:h-auto! @max-lg:pb-2!',
};
const phoneLabel = 'hidden text-2xs text-text-muted @max-lg:block';

type CellsProps = FileRowProps & { content: QueueContent; errorId: string };

/** Queue, date, total, rows, ignored rows and status. */
function FileCells({ file, content, isLocked, onChange, errorId }: CellsProps) {
  const { fields, summary, queueId } = content;
  const isTotalWrong = totalFault(fields.queueTotal) !== null;
  return (
    <>
      <td className={`mono max-w-0 truncate text-xs ${WIDE_ONLY}`} title={queueId}>
        {queueId}
      </td>
      <td className={PHONE.date}>
        <span aria-hidden="true" className={phoneLabel}>
          Date
        </span>
        <DateInput
          size="sm"
          aria-label={`Queue date of ${file.name}`}
          disabled={isLocked}
          value={fields.queueDate}
          onChange={(event) => onChange({ queueDate: event.target.value })}
        />
      </td>
      <td className={PHONE.total}>
        <span aria-hidden="true" className={phoneLabel}>
          Total
        </span>
        <Input
          size="sm"
          className="tn text-right"
          aria-label={`Queue total of ${file.name}`}
          aria-invalid={isTotalWrong || undefined}
          aria-describedby={isTotalWrong ? errorId : undefined}
          inputMode="numeric"
          placeholder="Min: 1"
          autoComplete="off"
          disabled={isLocked}
          value={fields.queueTotal}
          onChange={(event) => onChange({ queueTotal: event.target.value })}
        />
      </td>
      <td data-align="right" className={NO_PHONE}>
        {formatNumber(summary.records)}
      </td>
      <td data-align="right" className={WIDE_ONLY}>
        {summary.ignored === 0 ? <Missing /> : formatNumber(summary.ignored)}
      </td>
      <td className={PHONE.status}>
        <StatusBadge file={file} content={content} />
      </td>
    </>
  );
}

interface ReasonsProps extends CellsProps {
  isResultShown: boolean;
}

/** The faults of a file and the result of its upload, below its row. */
function FileReasons(props: ReasonsProps) {
  const { file, content, replaces, isLocked, isResultShown, errorId, onDivide } = props;
  const { fields, summary } = content;
  const totalError = totalFault(fields.queueTotal);
  const isBefore = file.state === 'ready' || file.state === 'uploading';
  const warnings = [
    totalWarning(fields.queueTotal, summary.highest),
    isBefore ? replaces : null,
    faultText(summary),
    summary.records === 0 ? NO_POSITIONS : null,
  ].filter((text) => text !== null);
  const hasResult = isResultShown && (file.state === 'uploaded' || file.state === 'failed');
  const isSeveral = severalQueues(file).length > 0;
  if (totalError === null && warnings.length === 0 && !hasResult && !isSeveral) return null;
  return (
    <tr className="@max-lg:block">
      <td
        colSpan={COLUMNS}
        className="h-auto! space-y-1 pt-0! pb-2! pl-13.5! whitespace-normal @max-lg:block"
      >
        {totalError === null ? null : <FieldError id={errorId}>{totalError}</FieldError>}
        {warnings.map((text) => (
          <Warning key={text} text={text} />
        ))}
        {isSeveral ? <SeveralQueues file={file} isLocked={isLocked} onDivide={onDivide} /> : null}
        {hasResult ? <Result file={file} /> : null}
      </td>
      <WideEnd />
    </tr>
  );
}

/** The status before the upload, or the result of the upload. */
function StatusBadge({ file, content }: { file: QueueFile; content: QueueContent }) {
  if (file.state === 'uploading') return <Badge tone="info">Uploading</Badge>;
  if (file.state === 'uploaded') return <Badge tone="success">Uploaded</Badge>;
  if (file.state === 'failed') {
    return (
      <span title={file.message ?? undefined}>
        <Badge tone="danger">Failed</Badge>
      </span>
    );
  }
  if (severalQueues(file).length > 0) return <Badge tone="warning">Several queues</Badge>;
  const status = statusOf(content.fields, content.summary.records);
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

function faultText({ fault, faults }: FileSummary): string | null {
  if (fault === null) return null;
  const more = faults > 1 ? ` ${formatNumber(faults - 1)} more like it.` : '';
  return `Line ${formatNumber(fault.line)}: ${fault.message}${more}`;
}

function Warning({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-start gap-1.5 text-xs text-warning-text">
      <TriangleAlert className="mt-0.5 size-3.5 flex-none" strokeWidth={2} />
      {text}
    </p>
  );
}

/** The format of a file, its first rows, and its ignored rows by reason. */
function Details({ file, isLocked, onRead, summary }: FileRowProps & { summary: FileSummary }) {
  const { name, bytes } = file;
  return (
    <div className="flex flex-col gap-3 py-2 text-xs">
      <p className="tn text-text-muted">
        {countOf(summary.records, 'record')}, {formatSize(bytes)}, {summary.form.text}
      </p>
      <div className="grid grid-cols-2 gap-x-8 gap-y-3 @max-3xl:grid-cols-1">
        <FileReading file={file} isLocked={isLocked} onRead={onRead} />
        <IgnoredRows name={name} summary={summary} />
      </div>
    </div>
  );
}

/** The first lines of the file, as they are written. */
function IgnoredRows({ name, summary }: { name: string; summary: FileSummary }) {
  const { ignored, ignoredCsv } = summary;
  if (ignoredCsv === null) return null;
  const fileName = ignoredFileName(name);
  return (
    <section aria-label="Ignored rows" className="min-w-0">
      <h3 className="font-medium">{countOf(ignored, 'row')} ignored</h3>
      <ul className="mb-1.5 list-none p-0 text-text-muted">
        {summary.reasons.map(({ reason, rows }) => (
          <li key={reason}>
            <span className="tn">{countOf(rows, 'row')}</span>: {reason}
          </li>
        ))}
      </ul>
      <Button
        size="xs"
        icon={<Download />}
        onClick={() => {
          downloadCsv(fileName, ignoredCsv);
          reportFile(fileName, countOf(Math.min(ignored, KEPT_IGNORED), 'row'));
        }}
      >
        {ignored > KEPT_IGNORED
          ? `Download the first ${formatNumber(KEPT_IGNORED)}`
          : 'Download ignored rows'}
      </Button>
    </section>
  );
}

function Result({ file: { state, message } }: { file: QueueFile }) {
  const isUploaded = state === 'uploaded';
  const Icon = isUploaded ? CircleCheck : TriangleAlert;
  return (
    <p
      role={isUploaded ? 'status' : 'alert'}
      className={`flex items-start gap-1.5 text-xs ${isUploaded ? 'text-success-text' : 'text-danger-text'}`}
    >
      <Icon className="mt-0.5 size-3.5 flex-none" strokeWidth={2} />
      <span className="min-w-0">
        <b className="font-semibold">{isUploaded ? TEXTS.uploaded : message}</b>
        {isUploaded ? ` ${message}` : null}
      </span>
    </p>
  );
}
