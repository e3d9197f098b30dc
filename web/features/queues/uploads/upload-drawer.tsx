import { useBlocker } from '@tanstack/react-router';
import { Upload, X } from 'lucide-react';
import { useId } from 'react';
import type { CategorySummary, QueueType } from '../../../../shared/queues/schema.ts';
import { uploadingText } from '../../../../shared/queues/texts.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { BlockedReason, FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Section } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { CategoryForm } from '../category-form.tsx';
import { useQueueChanges } from '../queries.ts';
import { FileCard } from './file-card.tsx';
import {
  isUploadable,
  type QueueFilesHandle,
  replacedBy,
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
        className="grid max-h-[50dvh] flex-none grid-cols-[minmax(0,1fr)_minmax(0,1fr)] overflow-y-auto border-b border-border max-lg:block max-md:max-h-[42dvh] [&+section]:border-t-0"
      >
        <FileUploads files={files} uploadedIds={uploadedIds} />
        <Section
          title="Upload category"
          className="border-l border-t-0! max-lg:border-t! max-lg:border-l-0"
        >
          <CategoryForm type={type} categories={categories} />
        </Section>
      </div>
      <StayWhileUploading isUploading={files.progress !== null} />
    </>
  );
}

interface FileUploadsProps {
  files: QueueFilesHandle;
  uploadedIds: ReadonlySet<string>;
}

/** Upload of queue files: drop or browse, one card per file, one upload after the other. */
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
            {isBusy ? (
              <Button size="sm" icon={<X />} onClick={files.cancel}>
                Cancel
              </Button>
            ) : null}
            <Button
              variant="primary"
              size="sm"
              busy={isBusy}
              // Stays focusable: a disabled button would lose the focus after the upload.
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
        <DropZone
          label="Choose CSV files"
          hint="Columns: Id, QueueId, Place. Comma, semicolon or tab, any encoding."
          accept=".csv,text/csv"
          multiple
          inline
          onFiles={files.add}
        />
        {files.files.length > 0 && isBlocked ? (
          <BlockedReason id={reasonId}>No file is ready to upload.</BlockedReason>
        ) : null}
        <Refusals files={files} />
        <UploadState files={files} />
        {files.files.length > 0 ? (
          <ul
            aria-label="Queue files"
            className="-m-1 grid list-none items-start grid-cols-cards gap-3 p-1"
          >
            {files.files.map((file) => (
              <li key={file.id} className="min-w-0">
                <FileCard
                  file={file}
                  replaces={replacedBy(file, files.files, uploadedIds)}
                  isLocked={isBusy}
                  isResultShown={isBusy || files.outcome !== null}
                  onChange={(fields) => files.change(file, fields)}
                  onRemove={() => files.remove(file.id)}
                />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
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

/** The progress of an upload, and for some seconds its outcome. */
function UploadState({ files: { progress, outcome, error } }: { files: QueueFilesHandle }) {
  return (
    <>
      <span role="status" className="flex flex-col gap-1.5 empty:hidden">
        {progress ? (
          <>
            <span>{uploadingText(progress.file, progress.files)}</span>
            <Progress
              label="Upload"
              value={progress.file - 1 + progress.share}
              max={progress.files}
            />
          </>
        ) : null}
        {progress === null && outcome ? (
          <span className="text-xs text-text-muted">
            {outcome.uploaded} of {countOf(outcome.files, 'file')} uploaded.
          </span>
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

/** Confirms that the page is left during an upload, because unsent files would be lost. */
function StayWhileUploading({ isUploading }: { isUploading: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && !FORCED.includes(next.pathname),
    disabled: !isUploading,
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
      The current file and those after it are not uploaded. Uploaded files stay.
    </ConfirmDialog>
  );
}
