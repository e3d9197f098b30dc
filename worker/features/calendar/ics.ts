import { hashText } from '../../../shared/random.ts';
import { cut } from '../../../shared/text.ts';
import { NOT_AVAILABLE } from '../../../shared/ticketing/constants.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { isZoneName } from '../../../shared/ticketing/texts.ts';
import { formatEventDate } from '../../../shared/ticketing/view/dates.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/times.ts';
import { isRepeated, offsetOf, readZoneClock, type ZoneClock } from '../../../shared/zone-clock.ts';
import { dateTime, joinLines, offsetValue, textValue } from './lines.ts';

const ENTRY_MS = 15 * MINUTE_MS;
/** A calendar contains openings within this time. */
export const KEPT_MS = 30 * DAY_MS;
/** How often calendar programs should read a subscription again. */
const REFRESH = 'PT1H';

const HEAD = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//boxoffice-desk//calendar//EN',
  'NAME:Ticket sales',
  'X-WR-CALNAME:Ticket sales',
  `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
  `X-PUBLISHED-TTL:${REFRESH}`,
];

interface Entry {
  event: EventFacts;
  key: string;
  title: string;
  opensAt: number;
}

/**
 * The openings of presales and general sales as an iCalendar text: one entry of 15 minutes for each, in the venue's
 * zone. It is in UTC if the zone is unknown or its clocks show the time twice. The file describes each zone by the
 * platform's own data, with which the local times were computed.
 * @param since openings before it are left out; both in milliseconds since the epoch
 */
export function writeCalendar(
  events: readonly EventFacts[],
  { now, since = now - KEPT_MS }: { now: number; since?: number },
): string {
  const entries = events.flatMap(entriesOf).filter(({ opensAt }) => opensAt >= since);
  const clocks = readClocks(entries);
  const stamp = `DTSTAMP:${dateTime(now)}Z`;
  let text = joinLines([
    ...HEAD,
    ...[...clocks].flatMap(([zone, clock]) => (clock === null ? [] : zoneLines(zone, clock))),
  ]);
  // Writes entry by entry, because one list of all lines would be five times as large as the text.
  for (const entry of entries)
    text += joinLines(entryLines(entry, clocks.get(entry.event.timezone) ?? null, stamp));
  return text + joinLines(['END:VCALENDAR']);
}

/** The openings of the sales of an event. */
function entriesOf(event: EventFacts): Entry[] {
  const seen = new Map<string, number>();
  // A moved presale keeps its entry, because it is identified by its name and by its position among those of the same
  // name.
  const presales = event.presale_windows.map(({ name, opens }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const words = cut(name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'), 40);
    // Names that differ only in capitals or accents count as the same words.
    const print = (hashText(name) >>> 0).toString(36);
    return { key: `presale-${words}-${print}-${count}`, title: name, opens };
  });
  const sale = { key: 'onsale', title: 'On sale', opens: event.generalSaleStart };
  return [...presales, sale].flatMap(({ opens, ...entry }) => {
    const opensAt = Date.parse(opens ?? '');
    return Number.isNaN(opensAt) ? [] : [{ ...entry, event, opensAt }];
  });
}

/**
 * The local clock of each zone for the time of its entries; null for a zone whose entries are in
 * UTC.
 */
function readClocks(entries: readonly Entry[]): Map<string, ZoneClock | null> {
  const spans = new Map<string, { from: number; to: number }>();
  for (const { event, opensAt } of entries) {
    const span = spans.get(event.timezone) ?? { from: opensAt, to: opensAt };
    span.from = Math.min(span.from, opensAt);
    span.to = Math.max(span.to, opensAt);
    spans.set(event.timezone, span);
  }
  return new Map(
    [...spans].map(([zone, { from, to }]) => [
      zone,
      // One day on each side covers the repeated hours that begin before or end after an entry.
      isZoneName(zone) ? readZoneClock(zone, from - DAY_MS, to + DAY_MS) : null,
    ]),
  );
}

function zoneLines(zone: string, { from, offset, transitions }: ZoneClock): string[] {
  const isFirstSummer = (transitions[0]?.after ?? offset) < offset;
  const changes = [{ at: from, before: offset, after: offset }, ...transitions];
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...changes.flatMap(({ at, before, after }) => {
      const isSummer = after > before || (at === from && isFirstSummer);
      const kind = isSummer ? 'DAYLIGHT' : 'STANDARD';
      return [
        `BEGIN:${kind}`,
        `DTSTART:${dateTime(at + before)}`,
        `TZOFFSETFROM:${offsetValue(before)}`,
        `TZOFFSETTO:${offsetValue(after)}`,
        `END:${kind}`,
      ];
    }),
    'END:VTIMEZONE',
  ];
}

function entryLines(
  { event, key, title, opensAt }: Entry,
  clock: ZoneClock | null,
  stamp: string,
): string[] {
  const endsAt = opensAt + ENTRY_MS;
  // Programs differ in which of two equal local times they take.
  const isLocal = clock !== null && !isRepeated(clock, opensAt) && !isRepeated(clock, endsAt);
  const time = (instant: number) =>
    isLocal
      ? `;TZID=${event.timezone}:${dateTime(instant + offsetOf(clock, instant))}`
      : `:${dateTime(instant)}Z`;
  const description = availableTexts([
    `Event: ${formatEventDate(event.date)}, ${event.venue}`,
    event.sale_note ?? '',
    event.eventLink,
  ]).join('\n');
  return [
    'BEGIN:VEVENT',
    `UID:${textValue(`${event.id}-${key}@boxoffice-desk`)}`,
    stamp,
    `DTSTART${time(opensAt)}`,
    `DTEND${time(endsAt)}`,
    `SUMMARY:${textValue(`${title}: ${event.artist}, ${event.location}`)}`,
    `LOCATION:${textValue(availableTexts([event.venue, event.location, event.nation]).join(', '))}`,
    `DESCRIPTION:${textValue(description)}`,
    `STATUS:${event.sale_note === 'Cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    `DESCRIPTION:${textValue(title)}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

const availableTexts = (parts: readonly string[]): string[] =>
  parts.filter((part) => part !== '' && part !== NOT_AVAILABLE);
