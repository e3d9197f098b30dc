import { useQueryClient } from '@tanstack/react-query';
import type { PriceTarget } from '../../../../shared/price-monitor/schema.ts';
import { ConfirmAction } from '../../../kit/confirm-action.tsx';
import { failureText } from '../../../kit/failure.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { logActivity } from '../live/activity.ts';
import { titleOf } from '../view.ts';
import { removeEvents } from './changes.ts';

const REMOVE_FAILED = 'Failed to remove event';

interface RemoveDialogProps {
  targets: readonly PriceTarget[];
  onRemoved: () => void;
  onClose: () => void;
}

/** Confirms the removal of events and removes them. */
export function RemoveDialog({ targets, onRemoved, onClose }: RemoveDialogProps) {
  const client = useQueryClient();
  const [only] = targets;
  const subject =
    only !== undefined && targets.length === 1
      ? titleOf(only)
      : countOf(targets.length, 'monitored event');
  const remove = async () => {
    try {
      await removeEvents(client, targets);
      logActivity(client, 'success', `Event removed: ${subject}`);
      onRemoved();
    } catch (error) {
      logActivity(client, 'error', REMOVE_FAILED, failureText(error, REMOVE_FAILED));
      throw error;
    }
  };
  const label =
    targets.length === 1 ? 'Remove event' : `Remove ${formatNumber(targets.length)} events`;
  return (
    <ConfirmAction
      title={label}
      confirmLabel={label}
      busyLabel="Removing..."
      run={remove}
      done={
        targets.length === 1 ? 'Event removed' : `${formatNumber(targets.length)} events removed`
      }
      failure={REMOVE_FAILED}
      onClose={onClose}
    >
      Stop monitoring <strong className="font-medium text-text">{subject}</strong>? Price history
      and alerts are deleted with it.
    </ConfirmAction>
  );
}
