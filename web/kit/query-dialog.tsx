import type { ComponentProps } from 'react';
import { OpenDialog, type OpenDialogProps } from '../ui/dialog.tsx';
import { QueryView } from './query-view.tsx';

type QueryDialogProps<Data> = Omit<OpenDialogProps, 'children'> &
  ComponentProps<typeof QueryView<Data>>;

/** A dialog that shows a query with its states. Mount it while it is open. */
export function QueryDialog<Data>({
  title,
  description,
  size,
  onClose,
  ...view
}: QueryDialogProps<Data>) {
  return (
    <OpenDialog title={title} description={description} size={size} onClose={onClose}>
      <QueryView headingLevel={3} {...view} />
    </OpenDialog>
  );
}
