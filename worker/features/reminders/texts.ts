import { localMoment } from '../../../shared/sales/agenda.ts';
import { salePath } from '../../../shared/sales/schema.ts';
import { isoTime, MINUTE_MS } from '../../../shared/times.ts';
import { zoneName } from '../../../shared/zone-name.ts';
import type { NewNotification } from '../notifications/index.ts';
import { keyOf, type SaleKey, type StoredReminder } from './sales.ts';

/** `Presale "Fan Club"`, `Presale` if it has no name, or `General sale`. */
const nameOf = ({ kind, name }: Pick<SaleKey, 'kind' | 'name'>): string => {
  if (kind === 'general') return 'General sale';
  return name === '' ? 'Presale' : `Presale "${name}"`;
};

/** `2026-11-27 13:00 (GMT-6)` at the venue, or `2026-11-27 19:00 UTC` where its zone is not known. */
function timeText(instant: number, { timezone }: Pick<StoredReminder, 'timezone'>): string {
  const { day, time } = localMoment(isoTime(instant), timezone || 'UTC');
  const zone = timezone === '' ? 'UTC' : `(${zoneName(isoTime(instant), timezone)})`;
  return `${day} ${time} ${zone}`;
}

/** `10 minutes`, `2 hours`, `1 day`, or `23 h 59 min`. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes > 60 && minutes % 60 !== 0)
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const placeText = (place: string): string => (place === '' ? '' : ` ${place}.`);

/** A notification about a followed sale. `fact` distinguishes the notifications of one row. */
const noticeOf = (
  row: StoredReminder,
  part: Pick<NewNotification, 'kind' | 'topic' | 'body'>,
  { fact, now }: { fact: readonly (string | number)[]; now: number },
): NewNotification => ({
  ...part,
  body: part.body + placeText(row.place),
  title: row.title,
  href: salePath(row.eventId),
  dedupeKey: JSON.stringify([
    part.kind,
    row.operatorId,
    keyOf(row),
    row.opensAt,
    row.addedAt,
    ...fact,
  ]),
  operatorId: row.operatorId,
  createdAt: now,
});

/** The sale opens soon, or has opened since the reminder of this lead (minutes) was due. */
export function reminderOf(row: StoredReminder, lead: number, now: number): NewNotification {
  const isMissed = now > row.opensAt;
  const [topic, verb, end] = isMissed
    ? ['Missed reminder', 'opened', ' The reminder was due before, but could not be sent in time.']
    : [`Opens in ${durationText(row.opensAt - now)}`, 'opens', ''];
  const notice = noticeOf(
    row,
    { kind: 'sale_soon', topic, body: `${nameOf(row)} ${verb} at ${timeText(row.opensAt, row)}.` },
    { fact: [lead], now },
  );
  return { ...notice, body: notice.body + end };
}

/** The sale opens, or has opened, at another time. */
export const moveNotice = (row: StoredReminder, opensAt: number, now: number): NewNotification =>
  noticeOf(
    row,
    {
      kind: 'sale_moved',
      topic: 'Sale moved',
      body: `${nameOf(row)} ${opensAt > now ? 'opens' : 'opened'} at ${timeText(opensAt, row)} instead of ${timeText(row.opensAt, row)}.`,
    },
    { fact: [opensAt], now },
  );

/** The presale has another name, and perhaps another time. */
export const renameNotice = (
  row: StoredReminder,
  { name, opensAt }: { name: string; opensAt: number },
  now: number,
): NewNotification =>
  noticeOf(
    row,
    {
      kind: 'sale_moved',
      topic: 'Presale renamed',
      body: `${nameOf(row)} is now listed as ${nameOf({ kind: 'presale', name })} and opens at ${timeText(opensAt, row)}${opensAt === row.opensAt ? '' : ` instead of ${timeText(row.opensAt, row)}`}.`,
    },
    { fact: ['renamed', name, opensAt], now },
  );

/** The event does not take place. */
export const cancelNotice = (row: StoredReminder, now: number): NewNotification =>
  noticeOf(
    row,
    {
      kind: 'sale_moved',
      topic: 'Event cancelled',
      body: `${nameOf(row)} at ${timeText(row.opensAt, row)} does not take place. Its reminders have ended.`,
    },
    { fact: ['cancelled'], now },
  );

/** No source lists the sale any more. */
export const goneNotice = (row: StoredReminder, now: number): NewNotification =>
  noticeOf(
    row,
    {
      kind: 'sale_moved',
      topic: 'No longer listed',
      body: `${nameOf(row)} at ${timeText(row.opensAt, row)} is no longer listed. Its reminders have ended.`,
    },
    { fact: ['gone'], now },
  );
