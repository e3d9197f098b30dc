import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';

/** The most entries that the activity log holds; the oldest go first. */
export const LOG_LIMIT = 50;

/** A price that rises is bad for a buyer, one that falls is good. */
export type ActivityKind = 'success' | 'error' | 'rise' | 'fall' | 'info';

export interface Activity {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  kind: ActivityKind;
  text: string;
  /** Why, or what exactly. */
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

/** The activity log, newest first. It lasts until a reload or the end of the session, also while other screens are shown. */
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
  // A server that says no more than the entry itself is not quoted.
  const entry = { at: Date.now(), kind, text, detail: detail === text ? undefined : detail };
  client.setQueryData(activityQuery.queryKey, (log = []) => withActivity(log, entry));
}
