import { type QueryClient, queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureText } from '../../../kit/failure.ts';
import { countOf } from '../../../lib/format.ts';

/** The maximum number of entries in the activity log; the oldest are dropped. */
export const LOG_LIMIT = 50;

/** A rising price is bad for a buyer, and a falling one is good. */
export type ActivityKind = 'success' | 'error' | 'rise' | 'fall' | 'info';

export interface Activity {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  kind: ActivityKind;
  text: string;
  /** The reason or the details. */
  detail?: string | undefined;
}

/** The log with one more entry, newest first. */
export function withActivity(
  log: readonly Activity[],
  entry: Omit<Activity, 'id'>,
): readonly Activity[] {
  const id = (log[0]?.id ?? 0) + 1;
  return [{ ...entry, id }, ...log].slice(0, LOG_LIMIT);
}

/**
 * The activity log, newest first. It lasts until a reload or the end of the session, also while
 * other screens are shown.
 */
export const activityQuery = queryOptions<readonly Activity[]>({
  queryKey: ['price-activity'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Adds an entry to the activity log. */
export function logActivity(
  client: QueryClient,
  kind: ActivityKind,
  text: string,
  detail?: string,
): void {
  // A server message that repeats the entry is omitted.
  const entry = { at: Date.now(), kind, text, detail: detail === text ? undefined : detail };
  client.setQueryData(activityQuery.queryKey, (log = []) => withActivity(log, entry));
}

export const LOAD_FAILED = 'Failed to load monitored events';

interface Loading {
  data: { pages: readonly { total: number }[] } | undefined;
  error: Error | null;
  isRefetching: boolean;
}

/**
 * Writes to the activity log when the list was loaded for the first time, and each time loading
 * failed.
 */
export function useLoadLog({ data, error, isRefetching }: Loading): void {
  const client = useQueryClient();
  const total = data?.pages[0]?.total;
  const isLoaded = total !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: later loads bring no other reason.
  useEffect(() => {
    if (isLoaded) logActivity(client, 'success', `${countOf(total ?? 0, 'event')} loaded`);
  }, [isLoaded, client]);
  useEffect(() => {
    if (error === null || isRefetching) return;
    logActivity(client, 'error', LOAD_FAILED, failureText(error, LOAD_FAILED));
  }, [error, isRefetching, client]);
}
