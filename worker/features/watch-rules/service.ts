import type { FeedEvent } from '../../../shared/catalogues/feed.ts';
import { pick } from '../../../shared/pick.ts';
import { salePath } from '../../../shared/sales/schema.ts';
import { HOUR_MS, isoTime } from '../../../shared/times.ts';
import {
  ambiguousKeys,
  artistKey,
  keysToLookUp,
  matchName,
} from '../../../shared/watch-rules/artist-names.ts';
import {
  type EventFact,
  factsOf,
  isWithin,
  type KnownEvent,
  matchesEvent,
  type PreparedRule,
  prepareRule,
  saleText,
} from '../../../shared/watch-rules/matching.ts';
import type {
  MatchedNames,
  NewWatchRule,
  RuleConditions,
  WatchRule,
} from '../../../shared/watch-rules/schema.ts';
import type { Ctx } from '../../context/context.ts';
import type { Changing } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { type NewNotification, notify } from '../notifications/index.ts';
import * as store from './store.ts';

export { deleteRule } from './store.ts';

const ruleOf = (rule: store.StoredRule): WatchRule => ({
  id: rule.id,
  name: rule.name,
  ...rule.conditions,
  is_active: rule.isActive,
  created_at: isoTime(rule.createdAt),
  told_at: isoTime(rule.toldAt),
});

const rowOf = ({ name, is_active, ...conditions }: NewWatchRule) => ({
  name,
  isActive: is_active,
  conditions: pick(conditions, [
    ...(['artists', 'countries', 'cities', 'venues', 'segments', 'opens_within_hours'] as const),
  ]),
});

/** All rules, the oldest first. */
export const listRules = async ({ db }: Pick<Ctx, 'db'>): Promise<WatchRule[]> =>
  (await store.listRules(db)).map(ruleOf);

export async function addRule(ctx: Changing, rule: NewWatchRule): Promise<WatchRule> {
  const id = await store.insertRule(ctx, rowOf(rule));
  return ruleOf(await store.findRule(ctx.db, id));
}

/** @throws DomainError `not_found` */
export async function changeRule(
  ctx: Changing,
  id: number,
  rule: NewWatchRule,
): Promise<WatchRule> {
  await store.updateRule(ctx, id, rowOf(rule));
  return ruleOf(await store.findRule(ctx.db, id));
}

/** Pauses or resumes a rule. @throws DomainError `not_found` */
export async function switchRule(ctx: Changing, id: number, isActive: boolean): Promise<WatchRule> {
  await store.switchRule(ctx, id, isActive);
  return ruleOf(await store.findRule(ctx.db, id));
}

/** How many events match the conditions today. */
export const countMatches = (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  conditions: RuleConditions,
): Promise<number> => store.countMatches(db, conditions, clock());

/** Finds the artists of the catalogues for pasted names, each name once. */
export async function matchArtists(
  { db }: Pick<Ctx, 'db'>,
  names: readonly string[],
): Promise<MatchedNames> {
  const different = [...new Set(names)];
  const keys = new Set(different.flatMap(keysToLookUp));
  const rows = await store.listArtistNames(db, [...keys]);
  const known = new Map<string, string[]>();
  for (const { key, name } of rows) known.set(key, [...(known.get(key) ?? []), name]);
  const answer: MatchedNames = { matched: [], doubtful: [], unknown: [] };
  for (const name of different) {
    const match = matchName(name, known);
    if (match.kind === 'matched') answer.matched.push({ name, artist: match.artist });
    else if (match.kind === 'unknown') answer.unknown.push(name);
    else answer.doubtful.push({ name, candidates: match.candidates });
  }
  return answer;
}

interface ActiveRule {
  id: number;
  name: string;
  prepared: PreparedRule;
}

async function activeRules(db: Database): Promise<ActiveRule[]> {
  const rules = await store.listActiveRules(db);
  return rules.map(({ id, name, conditions }) => ({ id, name, prepared: prepareRule(conditions) }));
}

/** The keys of artists of these events that differ from others only by a leading "The". */
async function ambiguousIn(
  db: Database,
  rules: readonly ActiveRule[],
  events: readonly Pick<FeedEvent, 'artists'>[],
): Promise<Set<string>> {
  const names = events.flatMap(({ artists }) => artists.map(({ name }) => name));
  const keys = new Set(names.map(artistKey));
  const watched = [...keys].filter((key) =>
    rules.some(({ prepared }) => prepared.artists.has(key)),
  );
  if (watched.length === 0) return new Set();
  const stored = await store.listArtistNames(db, watched);
  return ambiguousKeys([...names, ...stored.map(({ name }) => name)]);
}

/**
 * The notification of a rule about an event. `key` identifies the fact, for which a rule notifies
 * once.
 */
export const noticeOf = (
  { id, name }: Pick<ActiveRule, 'id' | 'name'>,
  { country, event }: { country: string; event: Pick<FeedEvent, 'id' | 'name' | 'artists'> },
  { key, topic, body }: Pick<EventFact, 'key' | 'topic' | 'body'>,
  now: number,
): NewNotification => ({
  kind: 'artist_event',
  title: event.artists[0]?.name || event.name,
  topic,
  body: `${body} (rule ${name})`,
  href: salePath(event.id),
  dedupeKey: `watch_rule|${id}|${country}|${event.id}|${key}`,
  createdAt: now,
});

/** The stored state of an event before a change; null for an event that was not stored. */
type Before = (eventId: string) => KnownEvent | null;

/**
 * The notifications of the active rules about events that a reading found new or changed, one for
 * each rule and fact.
 */
export async function noticesOf(
  { db }: { db: Database },
  {
    country,
    events,
    before,
    now,
  }: { country: string; events: readonly FeedEvent[]; before: Before; now: number },
): Promise<NewNotification[]> {
  const rules = await activeRules(db);
  const ambiguous = await ambiguousIn(db, rules, events);
  return events.flatMap((event) => {
    const matching = rules.filter(({ prepared }) =>
      matchesEvent(prepared, event, country, ambiguous),
    );
    if (matching.length === 0) return [];
    const facts = factsOf(before(event.id), event, now);
    return matching.flatMap((rule) =>
      facts
        .filter((fact) => isWithin(rule.prepared, fact, now))
        .map((fact) => noticeOf(rule, { country, event }, fact, now)),
    );
  });
}

/** Each run looks back this far, in case earlier runs did not take place. */
const CROSSED_MS = 3 * HOUR_MS;
const OPENINGS_AT_ONCE = 1_000;

/**
 * Sends notifications about the sales that have come within the hours of a rule since the last run,
 * once each. For a job that runs each hour.
 */
export async function notifyOfOpenings(ctx: Ctx): Promise<void> {
  const now = ctx.clock();
  const rules = await activeRules(ctx.db);
  for (const within of new Set(rules.map(({ prepared }) => prepared.withinMs))) {
    if (within === null) continue;
    const some = rules.filter(({ prepared }) => prepared.withinMs === within);
    // A sale of this very moment has opened.
    const opensAt = Math.max(now, now + within - CROSSED_MS) + 1;
    let after: store.OpeningPlace = { opensAt, event: 0, kind: '', name: '' };
    for (;;) {
      const page = { after, until: now + within, limit: OPENINGS_AT_ONCE };
      const openings = await store.listOpenings(ctx.db, page);
      await notify(ctx, await openingNotices(ctx.db, some, openings, now));
      const last = openings.at(-1);
      if (last === undefined || openings.length < OPENINGS_AT_ONCE) break;
      after = { ...last.sale, event: last.row };
    }
  }
}

type Openings = Awaited<ReturnType<typeof store.listOpenings>>;

/**
 * The sales that open from `from` to `until` (milliseconds) and that an active rule matches,
 * regardless of its hours; with `eventIds`, only those of these events.
 */
export async function matchingOpenings(
  db: Database,
  { from, until, eventIds }: { from: number; until: number; eventIds?: readonly string[] },
): Promise<Openings> {
  const rules = await activeRules(db);
  const matching: Openings = [];
  if (rules.length === 0) return matching;
  let after: store.OpeningPlace = { opensAt: from, event: 0, kind: '', name: '' };
  for (;;) {
    const range = { after, until, eventIds, limit: OPENINGS_AT_ONCE };
    const page = await store.listOpenings(db, range);
    const events = page.map(({ event }) => event);
    const ambiguous = await ambiguousIn(db, rules, events);
    const isMatch = ({ event, country }: Openings[number]) =>
      rules.some(({ prepared }) => matchesEvent(prepared, event, country, ambiguous));
    matching.push(...page.filter(isMatch));
    const last = page.at(-1);
    if (last === undefined || page.length < OPENINGS_AT_ONCE) return matching;
    after = { ...last.sale, event: last.row };
  }
}

async function openingNotices(
  db: Database,
  rules: readonly ActiveRule[],
  openings: Openings,
  now: number,
): Promise<NewNotification[]> {
  const ambiguous = await ambiguousIn(
    db,
    rules,
    openings.map(({ event }) => event),
  );
  return openings.flatMap(({ country, event, sale }) =>
    rules
      .filter(({ prepared }) => matchesEvent(prepared, event, country, ambiguous))
      .map((rule) => {
        const where = [event.city, event.venue].filter((part) => part !== '').join(', ');
        const fact = {
          key: `within|${sale.kind}|${sale.name}|${sale.opensAt}`,
          topic: sale.kind === 'presale' ? 'Presale opens soon' : 'General sale opens soon',
          body: `${where}: ${saleText(sale)}`,
        };
        return noticeOf(rule, { country, event }, fact, now);
      }),
  );
}
