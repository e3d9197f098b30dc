import type { FeedEvent } from '../../../shared/catalogues/feed.ts';
import { pick } from '../../../shared/pick.ts';
import { HOUR_MS, isoTime } from '../../../shared/times.ts';
import { keysToLookUp, matchName } from '../../../shared/watch-rules/artist-names.ts';
import {
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

const ruleOf = ({ id, name, conditions, isActive, createdAt }: store.StoredRule): WatchRule => ({
  ...{ id, name, ...conditions, is_active: isActive, created_at: isoTime(createdAt) },
});

const rowOf = ({ name, is_active, ...conditions }: NewWatchRule) => ({
  ...{ name, isActive: is_active },
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

/** What was stored about an event before a change; null for one that was not. */
type Before = (eventId: string) => KnownEvent | null;

/** The notifications of the active rules about events that a reading found new or changed, one for each rule and fact. */
export async function noticesOf(
  { db }: { db: Database },
  {
    country,
    events,
    before,
    now,
  }: { country: string; events: readonly FeedEvent[]; before: Before; now: number },
): Promise<NewNotification[]> {
  const rules = (await store.listActiveRules(db)).map((rule) => ({
    ...pick(rule, ['id', 'name']),
    prepared: prepareRule(rule.conditions),
  }));
  return events.flatMap((event) => {
    const matching = rules.filter(({ prepared }) => matchesEvent(prepared, event, country));
    if (matching.length === 0) return [];
    const facts = factsOf(before(event.id), event, now);
    return matching.flatMap(({ id, name, prepared }) =>
      facts
        .filter((fact) => isWithin(prepared, fact, now))
        .map(
          (fact): NewNotification => ({
            kind: 'artist_event',
            title: event.artists[0]?.name || event.name,
            topic: fact.topic,
            body: `${fact.body} (rule ${name})`,
            href: '/watch-rules',
            dedupeKey: `watch_rule|${id}|${country}|${event.id}|${fact.key}`,
            createdAt: now,
          }),
        ),
    );
  });
}

/** Each run looks back this far, for the runs before it that did not take place. */
const CROSSED_MS = 3 * HOUR_MS;
const OPENINGS_AT_ONCE = 1_000;

/** Notifies of the sales that have come within the hours of a rule since the last run, once each. For a job of each hour. */
export async function notifyOfOpenings(ctx: Ctx): Promise<void> {
  const now = ctx.clock();
  const rules = (await store.listActiveRules(ctx.db)).map((rule) => ({
    ...pick(rule, ['id', 'name']),
    prepared: prepareRule(rule.conditions),
  }));
  for (const within of new Set(rules.map(({ prepared }) => prepared.withinMs))) {
    if (within === null) continue;
    const some = rules.filter(({ prepared }) => prepared.withinMs === within);
    const time = { after: Math.max(now, now + within - CROSSED_MS), until: now + within };
    for (let offset = 0; ; offset += OPENINGS_AT_ONCE) {
      const page = { ...time, offset, limit: OPENINGS_AT_ONCE };
      const openings = await store.listOpenings(ctx.db, page);
      await notify(ctx, openingNotices(some, openings, now));
      if (openings.length < OPENINGS_AT_ONCE) break;
    }
  }
}

type Openings = Awaited<ReturnType<typeof store.listOpenings>>;

const openingNotices = (
  rules: readonly { id: number; name: string; prepared: PreparedRule }[],
  openings: Openings,
  now: number,
): NewNotification[] =>
  openings.flatMap(({ country, event, sale }) =>
    rules
      .filter(({ prepared }) => matchesEvent(prepared, event, country))
      .map(({ id, name }): NewNotification => {
        const where = [event.city, event.venue].filter((part) => part !== '').join(', ');
        const key = `within|${sale.kind}|${sale.name}|${sale.opensAt}`;
        return {
          kind: 'artist_event',
          title: event.artists[0]?.name || event.name,
          topic: sale.kind === 'presale' ? 'Presale opens soon' : 'General sale opens soon',
          body: `${where}: ${saleText(sale)} (rule ${name})`,
          href: '/watch-rules',
          dedupeKey: `watch_rule|${id}|${country}|${event.id}|${key}`,
          createdAt: now,
        };
      }),
  );
