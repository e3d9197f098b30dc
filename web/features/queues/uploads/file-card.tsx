import { CircleCheck, Download, TriangleAlert, X } from 'lucide-react';
import { ignoredFileName } from '../../../../shared/queues/exports.ts';
import {
  type QueueFileFields,
  type QueueFileStatus,
  statusOf,
  totalFault,
  totalWarning,
} from '../../../../shared/queues/queue-file.ts';
import { KEPT_IGNORED } from '../../../../shared/queues/queue-sheet.ts';
import { DateInput } from '../../../kit/date-input.tsx';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, formatNumber, formatSize } from '../../../lib/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { QueueFile } from './file-list.ts';
import type { FileSummary } from './queue-files.worker.ts';

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
  'Missing date': 'warning',
  'Missing total': 'warning',
};

/** Such a file cannot be uploaded in any status. */
const NO_POSITIONS =
  'No positions were found in this file. Each row needs an account and a position.';

/** One queue file: its records, date, total, warning, status, first rows and ignored rows. */
export function FileCard(props: FileCardProps) {
  const { file, replaces, isLocked, isResultShown, onChange, onRemove } = props;
  const { summary, fields } = file;
  return (
    <article
      aria-label={file.name}
      className="flex flex-col gap-3 rounded-lg border border-border-strong bg-surface p-3.5"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-medium" title={file.name}>
            {file.name}
          </h3>
          <p className="tn text-xs text-text-muted">
            {summary === null ? 'Reading' : countOf(summary.records, 'record')},{' '}
            {formatSize(file.size)}
          </p>
        </div>
        {summary === null ? null : <StatusBadge file={file} />}
        <IconButton
          size="xs"
          label={`Remove ${file.name}`}
          disabled={isLocked}
          icon={<X />}
          onClick={onRemove}
        />
      </div>
      {summary === null ? (
        <Progress label={`Reading ${file.name}`} value={file.bytesRead} max={file.size} />
      ) : (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field label="Queue date">
              {(ids) => (
                <DateInput
                  {...ids}
                  disabled={isLocked}
                  value={fields.queueDate}
                  onChange={(event) => onChange({ queueDate: event.target.value })}
                />
              )}
            </Field>
            <Field label="Queue total" error={totalFault(fields.queueTotal) ?? undefined}>
              {(ids) => (
                <Input
                  {...ids}
                  inputMode="numeric"
                  placeholder="Min: 1"
                  autoComplete="off"
                  disabled={isLocked}
                  value={fields.queueTotal}
                  onChange={(event) => onChange({ queueTotal: event.target.value })}
                />
              )}
            </Field>
          </div>
          <Warning text={totalWarning(fields.queueTotal, summary.highest)} />
          <Warning text={file.result === null ? replaces : null} />
          <Warning text={faultText(summary)} />
          <Warning text={summary.records === 0 ? NO_POSITIONS : null} />
          <QueueIdLine file={file} summary={summary} />
          <Preview summary={summary} />
          <IgnoredRows name={file.name} summary={summary} />
          {isResultShown ? <Result file={file} /> : null}
        </>
      )}
    </article>
  );
}

/** The status before the upload, or how the upload went. */
function StatusBadge({ file: { fields, result } }: { file: QueueFile }) {
  if (result?.isOk) return <Badge tone="success">Uploaded</Badge>;
  if (result) {
    return (
      <span title={result.message}>
        <Badge tone="danger">Failed</Badge>
      </span>
    );
  }
  const status = statusOf(fields);
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

function QueueIdLine({ file, summary }: { file: QueueFile; summary: FileSummary }) {
  const ids = summary.queueIds.length;
  const id = <span className="mono text-text">{file.queueId}</span>;
  return (
    <p className="text-xs break-words text-text-muted" title={file.queueId}>
      {ids > 1 ? (
        <>
          {ids >= 20 ? 'At least 20' : ids} queue ids in this file; all rows are uploaded as {id}.
        </>
      ) : (
        <>Queue {id}</>
      )}
    </p>
  );
}

function Preview({ summary }: { summary: FileSummary }) {
  if (summary.preview.length === 0) return null;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer rounded-sm py-0.5 text-text-muted hover:text-text">
        First rows
      </summary>
      <table className="mt-1 w-full table-fixed">
        <thead>
          <tr className="text-left text-2xs text-text-muted">
            <th scope="col" className="font-medium">
              Id
            </th>
            <th scope="col" className="font-medium">
              QueueId
            </th>
            <th scope="col" className="w-20 text-right font-medium">
              Place
            </th>
          </tr>
        </thead>
        <tbody>
          {summary.preview.map((row) => (
            <tr key={row.account} className="border-t border-border">
              <td className="truncate py-0.5 pr-2" title={row.account}>
                {row.account}
              </td>
              <td className="truncate pr-2" title={row.queueId}>
                {row.queueId}
              </td>
              <td className="tn text-right">{formatNumber(row.place)}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
        onClick={() => downloadCsv(ignoredFileName(name), ignoredCsv)}
      >
        {ignored > KEPT_IGNORED
          ? `Download the first ${formatNumber(KEPT_IGNORED)}`
          : 'Download ignored rows'}
      </Button>
    </details>
  );
}

function Result({ file }: { file: QueueFile }) {
  const { result } = file;
  if (result === null) return null;
  const Icon = result.isOk ? CircleCheck : TriangleAlert;
  return (
    <p
      role={result.isOk ? 'status' : 'alert'}
      className={`mt-auto flex items-start gap-1.5 text-xs ${result.isOk ? 'text-success-text' : 'text-danger-text'}`}
    >
      <Icon className="mt-0.5 size-3.5 flex-none" strokeWidth={2} />
      <span className="min-w-0">
        <b className="font-semibold">{result.message}</b>
        {result.detail === null ? null : <span className="block">{result.detail}</span>}
      </span>
    </p>
  );
}
