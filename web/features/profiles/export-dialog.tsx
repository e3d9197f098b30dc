import { useState } from 'react';
import { failureText } from '../../kit/failure.ts';
import { countOf } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { exportProfiles } from './queries.ts';

const EXPORT_FAILED = {
  refused: 'An error occurred while generating the CSV file',
  thrown: 'An error occurred while generating the CSV file',
};

interface ExportDialogProps {
  /** Of the profiles to export; undefined for all. */
  ids: readonly number[] | undefined;
  count: number;
  onClose: () => void;
}

/** Asks before a file with card numbers is written. */
export function ExportDialog({ ids, count, onClose }: ExportDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const written = await exportProfiles(ids);
      toast({ title: 'CSV generated', text: countOf(written, 'profile') });
      onClose();
    } catch (thrown) {
      setError(failureText(thrown, EXPORT_FAILED));
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Export ${countOf(count, 'profile')}?`}
      confirmLabel="Export CSV"
      busyLabel="Exporting..."
      tone="primary"
      busy={isBusy}
      error={error}
      onConfirm={() => void run()}
    >
      The file holds full card numbers, CVVs and passwords. The export is logged.
    </ConfirmDialog>
  );
}
