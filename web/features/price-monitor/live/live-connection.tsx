import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useChannelProblem, useConnectionState } from '../../../lib/channel/index.ts';
import { logActivity } from './activity.ts';
import { useFollowedPrices } from './follow-prices.ts';

const STATES = {
  connected: {
    word: 'Connected',
    pill: 'border-success-border bg-success-subtle text-success-text',
    dot: 'bg-success',
  },
  connecting: {
    word: 'Connecting',
    pill: 'border-warning-border bg-warning-subtle text-warning-text',
    dot: 'bg-warning',
  },
  disconnected: {
    word: 'Disconnected',
    pill: 'border-danger-border bg-danger-subtle text-danger-text',
    dot: 'bg-danger',
  },
};

/**
 * Follows the prices and shows whether they arrive live. Interruptions are written to the activity log. Its
 * code loads after the list.
 */
export function LiveConnection() {
  useFollowedPrices();
  const client = useQueryClient();
  const state = useConnectionState();
  const wasConnected = useRef(false);
  useEffect(() => {
    if (state === 'connected') {
      if (wasConnected.current) logActivity(client, 'success', 'Connection restored');
      wasConnected.current = true;
    } else if (state === 'disconnected' && wasConnected.current) {
      logActivity(client, 'error', 'Connection lost, retrying');
    }
  }, [state, client]);
  useChannelProblem((problem) => {
    const text = problem === 'socket' ? 'WebSocket error' : 'Error parsing WebSocket message';
    logActivity(client, 'error', text);
  });
  const { word, pill, dot } = STATES[state];
  return (
    <span
      role="status"
      className={clsx(
        'inline-flex h-6.5 flex-none items-center gap-1.75 rounded-full border px-2.25 text-xs font-medium whitespace-nowrap',
        pill,
      )}
    >
      <span aria-hidden="true" className={clsx('size-1.75 rounded-full', dot)} />
      <span className="max-md:sr-only">{word}</span>
    </span>
  );
}
