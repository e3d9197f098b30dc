import { type ComponentProps, lazy, Suspense } from 'react';

/* The panel and the dialogs: loaded when they are opened. */

const Panel = lazy(() =>
  import('./history-panel.tsx').then(({ HistoryPanel }) => ({ default: HistoryPanel })),
);
const Queues = lazy(() =>
  import('./uploaded-queues.tsx').then(({ UploadedQueues }) => ({ default: UploadedQueues })),
);
const Transfer = lazy(() =>
  import('./transfer-dialog.tsx').then(({ TransferDialog }) => ({ default: TransferDialog })),
);

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
