import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { failureText } from '../../../kit/failure.ts';
import { countOf } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast.tsx';
import { logActivity } from '../live/activity.ts';
import { titleOf } from '../view.ts';
import { checkEvents, pauseEvents } from './changes.ts';
import type { EventActions } from './event-menu.tsx';

const CHECK_FAILED = 'Failed to update price data';
const PAUSE_FAILED = 'Failed to pause or resume';

/** The actions of the events: those that the screen handles, and calls whose result is written to the log. */
export function useEventActions(
  screenActions: Pick<EventActions, 'open' | 'alert' | 'tag' | 'paste' | 'remove'>,
): EventActions {
  const client = useQueryClient();
  const latest = useRef(screenActions);
  useLayoutEffect(() => {
    latest.current = screenActions;
  });
  return useMemo(() => {
    const run = async (work: () => Promise<unknown>, done: string, failed: string) => {
      try {
        await work();
        logActivity(client, 'success', done);
      } catch (error) {
        const reason = failureText(error, failed);
        logActivity(client, 'error', failed, reason);
        toast({ title: reason, tone: 'danger' });
      }
    };
    return {
      open: (event) => latest.current.open(event),
      alert: (events) => latest.current.alert(events),
      tag: (events) => latest.current.tag(events),
      paste: (event) => latest.current.paste(event),
      remove: (events) => latest.current.remove(events),
      check: (events) =>
        void run(() => checkEvents(events), `Checking ${subjectOf(events)}`, CHECK_FAILED),
      pause: (events, isPaused) =>
        void run(
          () => pauseEvents(client, events, isPaused),
          `${isPaused ? 'Paused' : 'Resumed'} ${subjectOf(events)}`,
          PAUSE_FAILED,
        ),
    };
  }, [client]);
}

function subjectOf(events: readonly WatchedEvent[]): string {
  const [only] = events;
  return only !== undefined && events.length === 1
    ? titleOf(only)
    : countOf(events.length, 'event');
}
