import { Upload, X } from 'lucide-react';
import { uploadingText } from '../../../../shared/queues/texts.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Section } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { isUploadable, replacedBy } from '../file-list.ts';
import type { QueueFilesHandle } from '../use-queue-files.ts';
import { FileCard } from './file-card.tsx';

interface UploadSectionProps {
  files: QueueFilesHandle;
  /** Ids of the queues that were uploaded before. */
  uploadedIds: ReadonlySet<string>;
}

/** Upload of queue files: drop or browse, one card per file, one upload after the other. */
export function UploadSection({ files, uploadedIds }: UploadSectionProps) {
  const ready = files.files.filter(isUploadable).length;
  const isBusy = files.progress !== null;
  const failed = files.files.filter(({ result }) => result?.isOk === false).length;
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
              disabled={ready === 0 && !isBusy}
              icon={<Upload />}
              onClick={files.uploadAll}
            >
              {uploadLabel({ isBusy, ready, failed })}
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
          className="flex-row! flex-wrap justify-start! gap-3! bg-surface-sunken! px-3! py-2.5! text-left!"
          onFiles={files.add}
        />
        <Refusals files={files} />
        <UploadState files={files} />
        {files.files.length > 0 ? (
          <ul
            aria-label="Queue files"
            className="-m-1 grid max-h-[70dvh] list-none items-start grid-cols-[repeat(auto-fill,minmax(min(100%,330px),1fr))] gap-3 overflow-y-auto p-1"
          >
            {files.files.map((file) => (
              <li key={file.id} className="min-w-0">
                <FileCard
                  file={file}
                  replaces={replacedBy(file, files.files, uploadedIds)}
                  isLocked={isBusy}
                  isResultShown={isBusy || files.outcome !== null}
                  onChange={(fields) => files.change(file.id, fields)}
                  onRemove={() => files.remove([file.id])}
                />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  );
}

function uploadLabel({
  isBusy,
  ready,
  failed,
}: Record<'ready' | 'failed', number> & { isBusy: boolean }) {
  if (isBusy) return 'Uploading';
  const verb = failed > 0 && ready === failed ? 'Retry' : 'Upload';
  return ready === 0 ? verb : `${verb} ${countOf(ready, 'file')}`;
}

function Refusals({ files }: { files: QueueFilesHandle }) {
  if (files.refusals.length === 0) return null;
  return (
    <div role="alert" aria-label="Files that were not added">
      <ul className="m-0 list-none p-0">
        {files.refusals.map(({ id, name, reason }) => (
          <li key={id} className="flex min-h-7 items-center gap-2 text-xs text-danger-text">
            <span className="min-w-0 truncate">
              <b className="font-semibold">{name}</b> {reason}
            </span>
            <IconButton
              size="xs"
              label={`Dismiss ${name}`}
              icon={<X />}
              onClick={() => files.dismiss(id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The progress of an upload, and for some seconds its outcome. */
function UploadState({ files }: { files: QueueFilesHandle }) {
  const { progress, outcome, error } = files;
  return (
    <>
      <div role="status" className="flex flex-col gap-1.5 empty:hidden">
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
      </div>
      {error ? (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
    </>
  );
}
