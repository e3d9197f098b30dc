import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { watchesQuery } from './queries.ts';

const WatchesDialog = latePart(() => import('./watches-dialog.tsx'), 'WatchesDialog');

interface WatchesButtonProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Opens the operator's watches, and shows how many are active. */
export function WatchesButton({ isOpen, onOpen }: WatchesButtonProps) {
  const { data: watches = [] } = useQuery(watchesQuery);
  const count = watches.filter((watch) => !watch.is_paused).length;
  return (
    <>
      <Button size="sm" icon={<Radio />} onClick={() => onOpen(true)}>
        <span className="max-md:sr-only">Watches</span>
        {count > 0 ? <span className="tn">({count})</span> : null}
      </Button>
      {isOpen ? <WatchesDialog onClose={() => onOpen(false)} /> : null}
    </>
  );
}
