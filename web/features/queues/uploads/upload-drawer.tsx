import { useBlocker } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Upload, X } from 'lucide-react';
import { useId, useState } from 'react';
import { TABLE_TYPES } from '../../../../shared/csv/table-file.ts';
import type { CategorySummary, QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS, uploadingText } from '../../../../shared/queues/texts.ts';
import { QUEUE_TEMPLATE } from '../../../../shared/queues/uploads/template.ts';
import { DateInput } from '../../../kit/date-input.tsx';
import { TemplateButton } from '../../../kit/template-button.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { BlockedReason, FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Section } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { CategoryForm } from '../category-form.tsx';
import { useQueueChanges } from '../queries.ts';
import { FileHeads, FileRow } from './file-row.tsx';
import {
  isUploadable,
  needsAttention,
  type QueueFilesHandle,
  replacedBy,
  type UploadOutcome,
  useQueueFiles,
} from './use-queue-files.ts';

interface UploadDrawerProps {
  type: QueueType;
  categories: readonly CategorySummary[];
  /** Ids of the queues that were uploaded before. */
  uploadedIds: ReadonlySet<string>;
  isOpen: boolean;
}

/**
 * Uploads of queue files and of categories. A closed drawer keeps its files and typed text, and shows the progress
 * of an upload in one line.
 */
export function UploadDrawer({ type, categories, uploadedIds, isOpen }: UploadDrawerProps) {
  const { refresh } = useQueueChanges(type);
  const files = useQueueFiles(type, () => void refresh());
  return (
    <>
      {isOpen || files.progress === null ? null : (
        <div className="flex-none border-b border-border bg-surface-sunken px-5 py-2 max-md:px-3.5">
          <UploadState files={files} />
        </div>
      )}
      <div
        hidden={!isOpen}
        className={clsx(
          'grid max-h-[50dvh] flex-none overflow-y-auto border-b border-border max-lg:block [&+section]:border-t-0',
          files.files.length > 0
            ? // A telephone has room for either the files or the list of accounts.
              'grid-cols-[minmax(0,1fr)_300px] max-md:max-h-[74dvh]'
            : 'grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-md:max-h-[42dvh]',
        )}
      >
        <FileUploads files={files} uploadedIds={uploadedIds} />
        <Section
          title="Upload category"
          className="border-l border-t-0! max-lg:border-t! max-lg:border-l-0"
        >
          <CategoryForm type={type} categories={categories} />
        </Section>
      </div>
      <StayWhileUploading progress={files.progress} />
    </>
  );
}

interface FileUploadsProps {
  files: QueueFilesHandle;
  uploadedIds: ReadonlySet<string>;
}

/** Upload of queue files: drop or browse, one row per file, one upload after the other. */
function FileUploads({ files, uploadedIds }: FileUploadsProps) {
  const reasonId = useId();
  const ready = files.files.filter(isUploadable).length;
  const failed = files.files.filter(({ state }) => state === 'failed').length;
  const isBusy = files.progress !== null;
  const isBlocked = ready === 0 && !isBusy;
  const verb = failed > 0 && ready === failed ? 'Retry' : 'Upload';
  const label = ready === 0 ? verb : `${verb} ${countOf(ready, 'file')}`;
  return (
    <Section
      title="Upload queue files"
      actions={
        files.files.length > 0 ? (
          <>
            {files.progress?.isReceived === false ? (
              <Button size="sm" icon={<X />} onClick={files.cancel}>
                Cancel
              </Button>
            ) : null}
            <Button
              variant="primary"
              size="sm"
              busy={isBusy}
              // It stays focusable, because a disabled button would lose the focus after the
              // upload.
              aria-disabled={isBlocked || undefined}
              aria-describedby={isBlocked ? reasonId : undefined}
              icon={<Upload />}
              onClick={files.uploadAll}
            >
              {isBusy ? 'Uploading' : label}
            </Button>
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-3">
        <div data-upload-start="" className={clsx(files.files.length > 0 && 'max-md:[&_p]:hidden')}>
          <DropZone
            label="Choose CSV files"
            hint="Columns: Id, QueueId, Place. CSV of any encoding, .xlsx or .ods."
            accept={TABLE_TYPES}
            aside={<TemplateButton template={QUEUE_TEMPLATE} />}
            multiple
            inline
            onFiles={files.add}
          />
        </div>
        {files.files.length > 0 && isBlocked && files.outcome === null ? (
          <BlockedReason id={reasonId}>No file is ready to upload.</BlockedReason>
        ) : null}
        <Refusals files={files} />
        <UploadState files={files} />
      </div>
      {files.files.length > 0 ? <FileTable files={files} uploadedIds={uploadedIds} /> : null}
    </Section>
  );
}

/**
 * The files with their fields. Files that need attention come first, but no row moves during an
 * upload.
 */
function FileTable({ files, uploadedIds }: FileUploadsProps) {
  const isBusy = files.progress !== null;
  const rows = isBusy
    ? files.files
    : files.files.toSorted((a, b) => Number(needsAttention(b)) - Number(needsAttention(a)));
  return (
    <div className="@container -mx-5 mt-3 max-md:-mx-3.5">
      {files.files.length > 1 ? (
        <DateForAll
          files={files}
          isLocked={isBusy || files.files.some(({ state }) => state === 'reading')}
        />
      ) : null}
      <table aria-label="Queue files" className="data-table table-fixed @max-lg:block">
        <FileHeads />
        {rows.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            replaces={replacedBy(file, files.files, uploadedIds)}
            isLocked={isBusy}
            isResultShown={isBusy || files.outcome !== null}
            onChange={(fields) => files.change(file, fields)}
            onRead={(as) => files.readAgain(file, as)}
            onDivide={() => files.divide(file)}
            onRemove={() => files.remove(file.id)}
          />
        ))}
      </table>
    </div>
  );
}

/** A day that every file of the list gets. */
function DateForAll({ files, isLocked }: { files: QueueFilesHandle; isLocked: boolean }) {
  const [day, setDay] = useState('');
  const id = useId();
  return (
    <div className="relative flex items-center gap-2 px-5 pb-2 max-md:px-3.5 [&_p]:absolute [&_p]:top-full [&_p]:right-5 [&_p]:left-5 [&_p]:z-1 [&_p]:-mt-2 [&_p]:bg-surface">
      <label htmlFor={id} className="flex-none text-xs font-medium">
        Date for all files
      </label>
      {/** The error covers the head of the table. In the row, it would move the row away from the pointer. */}
      <span className="w-33 flex-none max-md:w-40">
        <DateInput
          size="sm"
          id={id}
          disabled={isLocked}
          value={day}
          onChange={({ target }) => {
            setDay(target.value);
            if (target.value !== '') files.setDates(target.value);
          }}
        />
      </span>
    </div>
  );
}

function Refusals({ files }: { files: QueueFilesHandle }) {
  if (files.refusals.length === 0) return null;
  return (
    <div role="alert" aria-label="Files that were not added">
      <ul className="m-0 list-none p-0">
        {files.refusals.map(({ id, name, message }) => (
          <li key={id} className="flex min-h-7 items-center gap-2 text-xs text-danger-text">
            <span className="min-w-0 truncate">
              <b className="font-semibold">{name}</b> {message}
            </span>
            <IconButton
              size="xs"
              label={`Dismiss ${name}`}
              icon={<X />}
              onClick={() => files.remove(id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `1 of 3 files uploaded, 1 left out.` */
const describeOutcome = ({ uploaded, sent, leftOut }: UploadOutcome): string =>
  `${formatNumber(uploaded)} of ${countOf(sent + leftOut, 'file')} uploaded${leftOut > 0 ? `, ${formatNumber(leftOut)} left out` : ''}.`;

/** The progress of an upload, and for some seconds its outcome. */
function UploadState({ files: { progress, outcome, error } }: { files: QueueFilesHandle }) {
  return (
    <>
      <span role="status" className="flex flex-col gap-1.5 empty:hidden">
        {progress ? (
          <>
            <span>{uploadingText(progress.file, progress.files)}</span>
            {progress.isReceived ? (
              <span className="text-xs text-text-muted">{TEXTS.received}</span>
            ) : null}
            <Progress
              label="Upload"
              value={progress.file - 1 + progress.share}
              max={progress.files}
            />
          </>
        ) : null}
        {progress === null && outcome ? (
          <span className="text-xs text-text-muted">{describeOutcome(outcome)}</span>
        ) : null}
      </span>
      {error ? (
        <span role="alert">
          <FieldError>{error}</FieldError>
        </span>
      ) : null}
    </>
  );
}

/** Pages to which the session or the server redirects: an upload does not block these. */
const FORCED = ['/login', '/error'];

/**
 * Requires a confirmation to leave the page during an upload, because unsent files would be lost.
 */
function StayWhileUploading({ progress }: Pick<QueueFilesHandle, 'progress'>) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && !FORCED.includes(next.pathname),
    disabled: progress === null,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title="Leave while files are uploaded?"
      confirmLabel="Leave and cancel"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
    >
      {progress?.isReceived
        ? 'The server writes the rest of the current file. Files after it are not uploaded.'
        : 'The current file and those after it are not uploaded. Uploaded files stay.'}
    </ConfirmDialog>
  );
}
