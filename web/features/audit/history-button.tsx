import { History } from 'lucide-react';
import { useState } from 'react';
import type { HistoryKind } from '../../../shared/audit/schema.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { HistoryList } from './history-list.tsx';

interface HistoryProps {
  kind: HistoryKind;
  /** The id of the object; `type:name` for a queue or a category. */
  id: string;
  /** The name of the object, for the title. */
  name: string;
}

/** A button that opens the history of an object: who changed what, and when. */
export function HistoryButton({ size = 'sm', ...of }: HistoryProps & { size?: 'xs' | 'sm' }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        size={size}
        label={`History of ${of.name}`}
        icon={<History />}
        onClick={() => setIsOpen(true)}
      />
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="History" description={of.name}>
        {isOpen ? <HistoryList {...of} /> : null}
      </Dialog>
    </>
  );
}
