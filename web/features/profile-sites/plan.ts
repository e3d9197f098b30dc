import {
  type ExceededLimit,
  findExceeded,
  type GuardedEvent,
} from '../../../shared/limit-guard/exceeded.ts';
import type { FullProfile, Profile } from '../../../shared/profiles/schema.ts';
import {
  checkValues,
  customAsField,
  readCount,
  resolveValue,
  type SiteConfig,
  type SiteField,
} from '../../../shared/site-generator/fields.ts';
import type {
  ChosenEvent,
  ProfileFileInput,
  ProfileSite,
} from '../../../shared/site-generator/profile-site.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { readTicketLimit } from '../../../shared/ticketing/ticket-limit.ts';
import { formatEventDate } from '../../../shared/ticketing/view/dates.ts';
import { changeLabel } from '../../../shared/ticketing/view/events.ts';
import { isPublished } from '../../../shared/ticketing/view/values.ts';
import { formatNumber } from '../../lib/format.ts';
import { type DraftEvent, newEvent, type SiteDraft } from './draft.ts';

/** A generator of several sites. */
export interface SiteTool {
  /** First part of the file names and the drafts' names. */
  name: 'adonis' | 'tsuki';
  title: string;
  context: string;
  sites: readonly ProfileSite[];
  /** Shown when a file cannot be made. */
  failureText: string;
}

/** The result of a draft. */
export interface SitePlan {
  /** The site's fields and the custom ones. */
  fields: SiteField[];
  events: EventPlan[];
  /** The number of chosen profiles; null while they are being chosen. */
  profiles: number | null;
  rows: number;
  columns: number;
  /** The missing part of the draft, in a sentence; null if a file can be described. */
  missing: string | null;
  /** Why the described file cannot be generated; null when it can. */
  blocker: string | null;
}

export interface EventPlan {
  event: DraftEvent;
  /** 1 for the first event. */
  number: number;
  /** Null while the count is not valid. */
  accounts: number | null;
  /** The tickets and accounts of the event in the file, for comparison with limits. */
  guarded: GuardedEvent;
  /** The limits that the file exceeds. */
  exceeded: ExceededLimit[];
}

/**
 * Computes rows, counts and the problems that block the file.
 * @param accountsPerEvent the operator's limit rule; null if there is none
 */
export function planSite(
  site: ProfileSite,
  draft: SiteDraft,
  profiles: number | null,
  accountsPerEvent: number | null = null,
): SitePlan {
  const fields = [...site.fields, ...draft.customFields.map(customAsField)];
  const events = draft.events.map((event, index): EventPlan => {
    const count = readCount(event.accounts, 1);
    const isWithin = count !== null && (!profiles || count <= profiles);
    const accounts = isWithin ? count : null;
    const guarded = toGuarded(site, draft, { event, accounts: accounts ?? 0 });
    const exceeded = findExceeded([guarded], accountsPerEvent);
    return { event, number: index + 1, accounts, guarded, exceeded };
  });
  return {
    fields,
    events,
    profiles,
    rows: events.reduce((sum, { accounts }) => sum + (accounts ?? 0), 0),
    columns: site.columns.length + draft.customFields.length,
    missing: findMissing(events),
    blocker: findBlocker(site, draft, { fields, events, profiles }),
  };
}

/** The field of the sites with the number of tickets. */
const QUANTITY = 'quantity';

function toGuarded(
  site: ProfileSite,
  draft: SiteDraft,
  { event, accounts }: { event: DraftEvent; accounts: number },
): GuardedEvent {
  const config: SiteConfig = { global: draft.global, events: draft.perEvent };
  const field = site.fields.find(({ key }) => key === QUANTITY);
  const tickets = field === undefined ? Number.NaN : Number(resolveValue(config, event.id, field));
  return {
    id: event.eventId || event.url,
    name: event.title || event.url,
    ticketLimit: readTicketLimit(event.ticketLimit),
    tickets: Number.isInteger(tickets) ? tickets : null,
    accounts,
  };
}

/** The draft with amounts beyond limits lowered to them. */
export function cutToLimits(
  { events, perEvent }: Pick<SiteDraft, 'events' | 'perEvent'>,
  exceeded: readonly ExceededLimit[],
): Pick<SiteDraft, 'events' | 'perEvent'> {
  const limits = new Map(exceeded.map((one) => [`${one.kind} ${one.event_id}`, one.limit]));
  const limitOf = ({ eventId, url }: DraftEvent, kind: ExceededLimit['kind']) =>
    limits.get(`${kind} ${eventId || url}`);
  const cut = events.flatMap((event) => {
    const tickets = limitOf(event, 'tickets');
    return tickets === undefined
      ? []
      : [[event.id, { ...perEvent[event.id], [QUANTITY]: tickets }] as const];
  });
  return {
    events: events.map((event) => {
      const accounts = limitOf(event, 'accounts');
      return accounts === undefined ? event : { ...event, accounts: String(accounts) };
    }),
    perEvent: { ...perEvent, ...Object.fromEntries(cut) },
  };
}

function findMissing(events: readonly EventPlan[]): string | null {
  if (events.length === 0) return 'Add at least one event.';
  const open = events.find(({ event }) => readCount(event.accounts, 1) === null);
  return open === undefined ? null : `Event ${open.number} needs an account count above 0.`;
}

function findBlocker(
  site: ProfileSite,
  draft: SiteDraft,
  { fields, events, profiles }: Pick<SitePlan, 'fields' | 'events' | 'profiles'>,
): string | null {
  if (profiles === null) return 'The profiles are being chosen.';
  if (profiles === 0) return 'There are no profiles. Import some, or change the search.';
  const tooMany = events.find(({ accounts }) => accounts === null);
  if (tooMany) return `Event ${tooMany.number} has more accounts than there are profiles.`;
  const [general] = checkValues(fields, draft.global);
  if (general !== undefined) return general;
  const [setting] = checkValues(site.settings, draft.settings);
  if (setting !== undefined) return setting;
  for (const { event, number } of events) {
    const [problem] = checkValues(fields, draft.perEvent[event.id] ?? {});
    if (problem !== undefined) return `Event ${number}: ${problem}`;
  }
  return null;
}

/**
 * Events of the ticketing tool that are not in the draft yet. Events without an address are
 * skipped.
 */
export function eventsToAdd(
  site: ProfileSite,
  draft: Pick<SiteDraft, 'events'>,
  events: readonly TicketingEvent[],
): DraftEvent[] {
  const urls = new Set(draft.events.map(({ url }) => url));
  return events
    .filter(({ eventLink }) => isPublished(eventLink) && !urls.has(eventLink))
    .map((event) => {
      const { id: eventId, artist, venue, date, nation, eventLink, ticketLimit } = event;
      const codes = site.countryCodes ?? [];
      const code = nation === 'GB' ? 'UK' : nation;
      const title = [artist, venue, formatEventDate(date)].filter(isPublished).join(', ');
      const change = changeLabel(event) ?? '';
      const countryCode = codes.includes(code) ? code : (codes[0] ?? '');
      return newEvent(eventLink, countryCode, { title, change, eventId, ticketLimit });
    });
}

/** `Using 412 profiles for 640 accounts...`; null while there are enough profiles. */
export function describeReuse({
  profiles,
  rows,
}: Pick<SitePlan, 'profiles' | 'rows'>): string | null {
  return !profiles || rows <= profiles
    ? null
    : `Using ${formatNumber(profiles)} profiles for ${formatNumber(rows)} accounts. Profiles will be reused for each event.`;
}

/** One proxy per line. */
export function readProxies(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The file without its profiles. */
export function describeSiteFile(
  draft: SiteDraft,
  plan: SitePlan,
  date: string,
): Omit<ProfileFileInput, 'profiles'> {
  return {
    events: plan.events.map(
      ({ event, accounts }): ChosenEvent => ({ ...event, accounts: accounts ?? 0 }),
    ),
    config: { global: draft.global, events: draft.perEvent },
    settings: draft.settings,
    customFields: draft.customFields,
    proxies: readProxies(draft.proxies),
    date,
  };
}

/** A profile for the preview: its secrets are dots. */
export function maskedProfile(profile: Profile): FullProfile {
  return {
    ...profile,
    password: profile.has_password ? '••••••••' : null,
    cvv: '•••',
  };
}

const NAMED_EVENTS = 3;

/**
 * `AXS, Northern Lanterns, axs.com/events/48211`, because the works of one site differ in their
 * events.
 */
export function draftTitle(site: ProfileSite, { events }: SiteDraft): string {
  const names = events
    .slice(0, NAMED_EVENTS)
    .map(({ title, url }) => title || url.replace(/^https?:\/\/(www\.)?/, ''));
  return [site.name, ...new Set(names)].join(', ');
}
