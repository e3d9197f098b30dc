import { type ComponentProps, lazy, Suspense } from 'react';
import { loadAhead } from '../../../ui/load-overlays.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';

/*
 * Parts that the first picture of the page does without: the table of virtual rows comes while its data are on the way,
 * panel and dialogs when they are opened.
 */

const Table = lazy(() =>
  import('./account-table.tsx').then(({ AccountTable }) => ({ default: AccountTable })),
);
const Panel = lazy(() =>
  import('./history-panel.tsx').then(({ HistoryPanel }) => ({ default: HistoryPanel })),
);
const Queues = lazy(() =>
  import('./uploaded-queues.tsx').then(({ UploadedQueues }) => ({ default: UploadedQueues })),
);
const Transfer = lazy(() =>
  import('./transfer-dialog.tsx').then(({ TransferDialog }) => ({ default: TransferDialog })),
);

export function LateAccountTable(props: ComponentProps<typeof Table>) {
  return (
    <Suspense fallback={<TableSkeleton label={`Loading ${props.label}`} />}>
      <Table {...props} />
    </Suspense>
  );
}

export function LateHistoryPanel(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}

export function LateUploadedQueues(props: ComponentProps<typeof Queues>) {
  return (
    <Suspense>
      <Queues {...props} />
    </Suspense>
  );
}

export function LateTransferDialog(props: ComponentProps<typeof Transfer>) {
  return (
    <Suspense>
      <Transfer {...props} />
    </Suspense>
  );
}

/** Begins to load the table, beside the question for its rows. */
export const loadTable = () => loadAhead(() => import('./account-table.tsx'));
