import {
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
} from '../../../shared/notifications/schema.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/times.ts';
import { formatDay, formatNumber, isoDay } from '../../lib/format.ts';

/** From this number on, notifications of one kind within a minute are combined into one entry. */
const BURST = 4;
const BURST_MS = MINUTE_MS;
/** The number of names in the text of a burst. */
const NAMED = 2;

/** One line of the panel: a notification, or a burst of them, newest first. */
export interface Entry {
  /** The id of the newest notification. */
  id: number;
  kind: NotificationKind;
  items: Notification[];
}

/** The entries of one local day. */
export interface Day {
  /** `Today`, `Yesterday` or 20/11/2026. */
  label: string;
  entries: Entry[];
}

/** Notifications, newest first, by day; bursts are folded. `now` in milliseconds since the epoch. */
export function toDays(notifications: readonly Notification[], now: number): Day[] {
  const byDay = Map.groupBy(notifications, ({ created_at }) => dayLabel(created_at, now));
  return [...byDay].map(([label, ofDay]) => ({ label, entries: joinBursts(ofDay) }));
}

function dayLabel(createdAt: string, now: number): string {
  const day = dayOf(createdAt);
  if (day === dayOf(now)) return 'Today';
  return day === dayOf(now - DAY_MS) ? 'Yesterday' : day;
}

/** Replaces each burst of notifications of one kind by one entry. */
function joinBursts(notifications: readonly Notification[]): Entry[] {
  const entries: Entry[] = [];
  for (const notification of notifications) {
    const last = entries.at(-1);
    const previous = last?.items.at(-1);
    const isNear =
      last?.kind === notification.kind &&
      previous !== undefined &&
      Date.parse(previous.created_at) - Date.parse(notification.created_at) <= BURST_MS;
    if (isNear) last.items.push(notification);
    else entries.push({ id: notification.id, kind: notification.kind, items: [notification] });
  }
  return entries.flatMap((entry) =>
    entry.items.length >= BURST
      ? entry
      : entry.items.map((item) => ({ id: item.id, kind: item.kind, items: [item] })),
  );
}

const dayOf = (at: string | number): string => formatDay(isoDay(new Date(at)));

/** The text of an entry: its subject, the occurrence, and the facts. */
export function describeEntry({ kind, items }: Pick<Entry, 'kind' | 'items'>) {
  const [first] = items;
  const { one, many } = NOTIFICATION_KINDS[kind];
  if (items.length === 1 && first)
    return { title: first.title, topic: first.topic || one, body: first.body };
  const names = [...new Set(items.map(({ title }) => title))];
  const others = names.length - NAMED;
  const named = names.slice(0, NAMED).join(', ');
  return {
    title: `${formatNumber(items.length)} ${many}`,
    topic: 'within a minute',
    body: others > 0 ? `${named} and ${others} more` : named,
  };
}
