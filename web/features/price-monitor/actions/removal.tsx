import type { QueryClient } from '@tanstack/react-query';
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
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
  events: readonly WatchedEvent[],
  onRemoved: () => void,
): Question {
  const [only] = events.length === 1 ? events : [];
  const noun = only ? 'event' : `${formatNumber(events.length)} events`;
  const subject = only ? titleOf(only) : countOf(events.length, 'monitored event');
  return {
    title: `Remove ${noun}`,
    text: (
      <>
        Stop monitoring <strong className="font-medium text-text">{subject}</strong>? Price history
        and alerts are deleted with it.
      </>
    ),
    confirmLabel: `Remove ${noun}`,
    busyLabel: 'Removing...',
    run: async () => {
      try {
        await removeEvents(client, events);
        logActivity(client, 'success', `Event removed: ${subject}`);
        onRemoved();
      } catch (error) {
        logActivity(client, 'error', REMOVE_FAILED, failureText(error, REMOVE_FAILED));
        throw error;
      }
    },
    done: only ? 'Event removed' : `${noun} removed`,
    failure: REMOVE_FAILED,
  };
}
