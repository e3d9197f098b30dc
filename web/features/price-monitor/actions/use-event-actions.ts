import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { PriceTarget } from '../../../../shared/price-monitor/schema.ts';
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
export function useEventActions(own: Pick<EventActions, 'open' | 'tag' | 'remove'>): EventActions {
  const client = useQueryClient();
  const latest = useRef(own);
  useLayoutEffect(() => {
    latest.current = own;
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
      open: (target) => latest.current.open(target),
      tag: (targets) => latest.current.tag(targets),
      remove: (targets) => latest.current.remove(targets),
      check: (targets) =>
        void run(() => checkEvents(targets), `Checking ${subjectOf(targets)}`, CHECK_FAILED),
      pause: (targets, isPaused) =>
        void run(
          () => pauseEvents(client, targets, isPaused),
          `${isPaused ? 'Paused' : 'Resumed'} ${subjectOf(targets)}`,
          PAUSE_FAILED,
        ),
    };
  }, [client]);
}

function subjectOf(targets: readonly PriceTarget[]): string {
  const [only] = targets;
  return only !== undefined && targets.length === 1
    ? titleOf(only)
    : countOf(targets.length, 'event');
}
