import { CircleCheck, Download, TriangleAlert, X } from 'lucide-react';
import { memo } from 'react';
import { ignoredFileName } from '../../../../shared/queues/exports.ts';
import {
  type QueueFileFields,
  type QueueFileStatus,
  statusOf,
  totalFault,
  totalWarning,
} from '../../../../shared/queues/queue-file.ts';
import { KEPT_IGNORED } from '../../../../shared/queues/queue-sheet.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { DateInput } from '../../../kit/date-input.tsx';
import { reportFile } from '../../../kit/file-report.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, formatNumber, formatSize } from '../../../lib/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { FileSummary } from './queue-files.worker.ts';
import type { QueueContent, QueueFile } from './use-queue-files.ts';

interface FileCardProps {
  file: QueueFile;
  /** A warning when the upload replaces another queue. */
  replaces: string | null;
  /** During an upload nothing can be changed. */
  isLocked: boolean;
  /** Whether the result of the upload shows. */
  isResultShown: boolean;
  onChange: (fields: Partial<QueueFileFields>) => void;
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

/** One queue file. Rendered again if its facts change: what it calls depends on the file alone. */
export const FileCard = memo(
  FileCardView,
  (before, now) =>
    before.file === now.file &&
    before.replaces === now.replaces &&
    before.isLocked === now.isLocked &&
    before.isResultShown === now.isResultShown,
);

/** Its records, date, total, warning, status, first rows and ignored rows. */
function FileCardView(props: FileCardProps) {
  const { file, replaces, isLocked, isResultShown, onChange, onRemove } = props;
  const { name, bytes, state, content } = file;
  return (
    <article
      aria-label={name}
      className="flex flex-col gap-3 rounded-lg border border-border-strong bg-surface p-3.5"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-medium" title={name}>
            {name}
          </h3>
          <p className="tn text-xs text-text-muted">
            {content === null ? 'Reading' : countOf(content.summary.records, 'record')},{' '}
            {formatSize(bytes)}
            {content === null ? '' : `, ${content.summary.form.text}`}
          </p>
        </div>
        {content === null ? null : <StatusBadge file={file} content={content} />}
        <IconButton
          size="xs"
          label={`Remove ${name}`}
          disabled={isLocked}
          icon={<X />}
          onClick={onRemove}
        />
      </div>
      {content === null ? (
        <Progress label={`Reading ${name}`} value={file.progress} max={bytes} />
      ) : (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field label="Queue date">
              {(ids) => (
                <DateInput
                  {...ids}
                  disabled={isLocked}
                  value={content.fields.queueDate}
                  onChange={(event) => onChange({ queueDate: event.target.value })}
                />
              )}
            </Field>
            <Field label="Queue total" error={totalFault(content.fields.queueTotal) ?? undefined}>
              {(ids) => (
                <Input
                  {...ids}
                  inputMode="numeric"
                  placeholder="Min: 1"
                  autoComplete="off"
                  disabled={isLocked}
                  value={content.fields.queueTotal}
                  onChange={(event) => onChange({ queueTotal: event.target.value })}
                />
              )}
            </Field>
          </div>
          <Warning text={totalWarning(content.fields.queueTotal, content.summary.highest)} />
          <Warning text={state === 'ready' || state === 'uploading' ? replaces : null} />
          <Warning text={faultText(content.summary)} />
          <Warning text={content.summary.records === 0 ? NO_POSITIONS : null} />
          <QueueIdLine id={content.queueId} />
          <Preview rows={content.summary.head} />
          <IgnoredRows name={name} summary={content.summary} />
          {isResultShown || file.state === 'failed' ? <Result file={file} /> : null}
        </>
      )}
    </article>
  );
}

/** The status before the upload, or how the upload went. */
function StatusBadge({ file, content }: { file: QueueFile; content: QueueContent }) {
  if (file.state === 'uploaded') return <Badge tone="success">Uploaded</Badge>;
  if (file.state === 'failed') {
    return (
      <span title={file.message ?? undefined}>
        <Badge tone="danger">Failed</Badge>
      </span>
    );
  }
  const status = statusOf(content.fields, content.summary.records);
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

function faultText({ fault, faults }: FileSummary): string | null {
  if (fault === null) return null;
  const more = faults > 1 ? ` ${formatNumber(faults - 1)} more like it.` : '';
  return `Line ${formatNumber(fault.line)}: ${fault.message} It is read as plain text.${more}`;
}

function Warning({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="status" className="flex items-start gap-1.5 text-xs text-warning-text">
      <TriangleAlert className="mt-0.5 size-3.5 flex-none" strokeWidth={2} />
      {text}
    </p>
  );
}

function QueueIdLine({ id }: { id: string }) {
  return (
    <p className="text-xs break-words text-text-muted" title={id}>
      Queue <span className="mono text-text">{id}</span>
    </p>
  );
}

function Preview({ rows }: { rows: readonly (readonly string[])[] }) {
  return (
    <details className="text-xs">
      <summary className="cursor-pointer rounded-sm py-0.5 text-text-muted hover:text-text">
        First rows
      </summary>
      <ul className="mt-1 list-none p-0">
        {rows.map((cells) => (
          <li key={cells.join()} className="truncate border-t border-border py-0.5">
            {cells.join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

function IgnoredRows({ name, summary }: { name: string; summary: FileSummary }) {
  const { ignored, ignoredCsv } = summary;
  if (ignoredCsv === null) return null;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer rounded-sm py-0.5 text-text-muted hover:text-text">
        {countOf(ignored, 'row')} ignored
      </summary>
      <ul className="my-1 list-none p-0 text-text-muted">
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
          const fileName = ignoredFileName(name);
          downloadCsv(fileName, ignoredCsv);
          reportFile(fileName, countOf(Math.min(ignored, KEPT_IGNORED), 'row'));
        }}
      >
        {ignored > KEPT_IGNORED
          ? `Download the first ${formatNumber(KEPT_IGNORED)}`
          : 'Download ignored rows'}
      </Button>
    </details>
  );
}

function Result({ file: { state, message } }: { file: QueueFile }) {
  if (state !== 'uploaded' && state !== 'failed') return null;
  const isUploaded = state === 'uploaded';
  const Icon = isUploaded ? CircleCheck : TriangleAlert;
  return (
    <p
      role={isUploaded ? 'status' : 'alert'}
      className={`mt-auto flex items-start gap-1.5 text-xs ${isUploaded ? 'text-success-text' : 'text-danger-text'}`}
    >
      <Icon className="mt-0.5 size-3.5 flex-none" strokeWidth={2} />
      <span className="min-w-0">
        <b className="font-semibold">{isUploaded ? TEXTS.uploaded : message}</b>
        {isUploaded ? <span className="block">{message}</span> : null}
      </span>
    </p>
  );
}
