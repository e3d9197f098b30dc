import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { TABLE_TYPES } from '../../../../shared/csv/table-file.ts';
import { PROFILE_TEMPLATE } from '../../../../shared/profiles/template.ts';
import { TemplateButton } from '../../../kit/template-button.tsx';
import { isFocusLost } from '../../../lib/focus.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileRow } from './file-row.tsx';
import { describeFiles, isUploadable, notesOf, uploadLabel } from './file-state.tsx';
import { addFiles, type Import, storedOf, uploadFiles } from './import-files.ts';
import { NotedRows } from './noted-rows.tsx';

interface ImportPanelProps {
  imported: Import;
}

/** The files of an import on the left, the refused rows of the chosen file on the right. */
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
    // The button that opened the import no longer exists.
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
