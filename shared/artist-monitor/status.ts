/** The first and the last day of the checks of an artist, `YYYY-MM-DD`; null for an open end. */
export interface MonitoringWindow {
  start_monitoring: string | null;
  end_monitoring: string | null;
}

export const MONITOR_STATUSES = ['active', 'scheduled', 'expired'] as const;
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

/** @param today the reader's local day, `YYYY-MM-DD`. */
export function monitorStatus(
  { start_monitoring: start, end_monitoring: end }: MonitoringWindow,
  today: string,
): MonitorStatus {
  if (end !== null && end < today) return 'expired';
  return start !== null && start > today ? 'scheduled' : 'active';
}
