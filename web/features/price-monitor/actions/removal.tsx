import type { QueryClient } from '@tanstack/react-query';
import type { PriceTarget } from '../../../../shared/price-monitor/schema.ts';
import { failureText } from '../../../kit/failure.ts';
import type { Question } from '../../../kit/question.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { logActivity } from '../live/activity.ts';
import { titleOf } from '../view.ts';
import { removeEvents } from './changes.ts';

const REMOVE_FAILED = 'Failed to remove event';

/** The confirmation of the removal of events. */
export function removal(
  client: QueryClient,
  targets: readonly PriceTarget[],
  onRemoved: () => void,
): Question {
  const [only] = targets.length === 1 ? targets : [];
  const events = only ? 'event' : `${formatNumber(targets.length)} events`;
  const subject = only ? titleOf(only) : countOf(targets.length, 'monitored event');
  return {
    title: `Remove ${events}`,
    text: (
      <>
        Stop monitoring <strong className="font-medium text-text">{subject}</strong>? Price history
        and alerts are deleted with it.
      </>
    ),
    confirmLabel: `Remove ${events}`,
    busyLabel: 'Removing...',
    run: async () => {
      try {
        await removeEvents(client, targets);
        logActivity(client, 'success', `Event removed: ${subject}`);
        onRemoved();
      } catch (error) {
        logActivity(client, 'error', REMOVE_FAILED, failureText(error, REMOVE_FAILED));
        throw error;
      }
    },
    done: only ? 'Event removed' : `${events} removed`,
    failure: REMOVE_FAILED,
  };
}
