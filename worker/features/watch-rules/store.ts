import { and, asc, eq, gte, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { noSuch } from '../../../shared/errors.ts';
import { fold } from '../../../shared/text.ts';
import { CANCELLED } from '../../../shared/ticketing/sale.ts';
import { ambiguousKeys, artistKey } from '../../../shared/watch-rules/artist-names.ts';
import { isOfSegments, namesArtist, prepareRule } from '../../../shared/watch-rules/matching.ts';
import { type RuleConditions, withinMs } from '../../../shared/watch-rules/schema.ts';
import { factsBefore } from '../../db/audit.ts';
import { isOneOf } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { fields } from '../../db/names.ts';
import {
  catalogueArtists,
  catalogueEvents,
  catalogueSales,
  catalogues,
} from '../../db/schema/catalogues.ts';
import { watchRules } from '../../db/schema/watch-rules.ts';

export type StoredRule = typeof watchRules.$inferSelect;

interface GivenRule {
  name: string;
  conditions: RuleConditions;
  isActive: boolean;
}

/** All rules, the oldest first. */
export const listRules = (db: Database): Promise<StoredRule[]> =>
  db.select().from(watchRules).orderBy(asc(watchRules.id));

export const listActiveRules = (db: Database): Promise<StoredRule[]> =>
  db.select().from(watchRules).where(eq(watchRules.isActive, true));

/** @throws DomainError `not_found` */
export async function findRule(db: Database, id: number): Promise<StoredRule> {
  const [rule] = await db.select().from(watchRules).where(eq(watchRules.id, id));
  if (rule === undefined) throw noSuch('watch rule');
  return rule;
}

const detailOf = ({ name, conditions, isActive }: GivenRule) => ({
  name,
  isActive,
  artists: conditions.artists.length,
  countries: conditions.countries,
  cities: conditions.cities,
  venues: conditions.venues,
  segments: conditions.segments,
  hours: conditions.opens_within_hours,
});

/** @returns the id */
export async function insertRule(ctx: Changing, rule: GivenRule): Promise<number> {
  const { added } = await change(ctx, {
    statements: {
      added: ctx.db
        .insert(watchRules)
        .values({ ...rule, createdAt: ctx.clock() })
        .returning({ id: watchRules.id }),
    },
    audit: {
      action: 'watch-rules.add',
      subject: 'watch_rule',
      detail: detailOf(rule),
      subjectIds: sql`(select last_insert_rowid() as id)`,
    },
  });
  return added[0]?.id ?? 0;
}

const isRule = (id: number) => eq(watchRules.id, id);

/** @throws DomainError `not_found` */
export async function updateRule(ctx: Changing, id: number, rule: GivenRule): Promise<void> {
  await change(ctx, {
    statements: { changed: ctx.db.update(watchRules).set(rule).where(isRule(id)) },
    audit: {
      action: 'watch-rules.change',
      subject: 'watch_rule',
      detail: detailOf(rule),
      before: factsBefore(
        watchRules.id,
        { name: watchRules.name, isActive: watchRules.isActive },
        isRule(id),
      ),
    },
    expect: { changed: () => noSuch('watch rule') },
  });
}

/** Pauses or resumes a rule. @throws DomainError `not_found` */
export async function switchRule(ctx: Changing, id: number, isActive: boolean): Promise<void> {
  await change(ctx, {
    statements: { changed: ctx.db.update(watchRules).set({ isActive }).where(isRule(id)) },
    audit: {
      action: 'watch-rules.switch',
      subject: 'watch_rule',
      detail: { isActive },
      before: factsBefore(
        watchRules.id,
        { name: watchRules.name, isActive: watchRules.isActive },
        isRule(id),
      ),
    },
    expect: { changed: () => noSuch('watch rule') },
  });
}

/** @throws DomainError `not_found` */
export async function deleteRule(ctx: Changing, id: number): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(watchRules).where(isRule(id)) },
    audit: {
      action: 'watch-rules.delete',
      subject: 'watch_rule',
      before: factsBefore(watchRules.id, { name: watchRules.name }, isRule(id)),
    },
    expect: { deleted: () => noSuch('watch rule') },
  });
}

/** The names of the catalogues' artists that have these keys. */
export const listArtistNames = (
  db: Database,
  keys: readonly string[],
): Promise<{ key: string; name: string }[]> =>
  db
    .selectDistinct({ key: catalogueArtists.key, name: catalogueArtists.name })
    .from(catalogueArtists)
    .where(isOneOf(catalogueArtists.key, keys));

/** Selects the events of the artists of a rule. */
async function eventsOfArtists(db: Database, rule: RuleConditions): Promise<SQL> {
  const { event, key, name } = catalogueArtists;
  const keys = rule.artists.map(artistKey);
  const names = (await listArtistNames(db, keys)).map((one) => one.name);
  const ambiguous = ambiguousKeys(names);
  const prepared = prepareRule(rule);
  const exact = names.filter(
    (one) => ambiguous.has(artistKey(one)) && namesArtist(prepared, one, ambiguous),
  );
  const sure = keys.filter((one) => !ambiguous.has(one));
  return sql`select ${event} from ${catalogueArtists} where ${isOneOf(key, sure)}
    or (${isOneOf(key, [...ambiguous])} and ${isOneOf(name, exact)})`;
}

/**
 * How many events of the active catalogues match a rule, with a sale within its hours if it has
 * some.
 */
export async function countMatches(
  db: Database,
  rule: RuleConditions,
  now: number,
): Promise<number> {
  const event = catalogueEvents;
  const hours = withinMs(rule);
  const conditions = [
    rule.countries.length === 0 ? sql`` : sql`and ${isOneOf(event.country, rule.countries)}`,
    rule.artists.length === 0
      ? sql``
      : sql`and ${event.id} in (${await eventsOfArtists(db, rule)})`,
    // The searched text ends with the venue and the city, each as long as in its column. SQLite
    // reads a list of `in` once, while it would read one of `exists` again for every event.
    rule.cities.length === 0
      ? sql``
      : sql`and ${isOneOf(sql`substr(${event.searchText}, -length(${event.city}))`, rule.cities.map(fold))}`,
    rule.venues.length === 0
      ? sql``
      : sql`and ${isOneOf(
          sql`substr(${event.searchText}, -length(${event.city}) - 1 - length(${event.venue}), length(${event.venue}))`,
          rule.venues.map(fold),
        )}`,
    hours === null
      ? sql``
      : sql`and exists (select 1 from ${catalogueSales} where ${catalogueSales.event} = ${event.id}
          and ${catalogueSales.opensAt} > ${now} and ${catalogueSales.opensAt} <= ${now + hours})`,
  ];
  const { segment, genre } = event;
  // There are few segments and genres, so that they are compared here: `lower` of SQLite changes ASCII only.
  const isGrouped = rule.segments.length > 0;
  const rows = await db.all<{ segment: string; genre: string; count: number }>(sql`
    select ${fields({ segment, genre, count: sql`count(*)` })} from ${event}
    where ${event.goneAt} is null
      and ${event.country} in (select ${catalogues.country} from ${catalogues} where ${catalogues.isOn} = 1)
      ${sql.join(conditions, sql` `)}
    ${isGrouped ? sql`group by ${segment}, ${genre}` : sql``}`);
  const prepared = prepareRule(rule);
  return rows
    .filter((row) => !isGrouped || isOfSegments(prepared, row))
    .reduce((sum, { count }) => sum + count, 0);
}

const eventFields = {
  id: catalogueEvents.eventId,
  name: catalogueEvents.name,
  artists: catalogueEvents.artists,
  venue: catalogueEvents.venue,
  city: catalogueEvents.city,
  day: catalogueEvents.day,
  segment: catalogueEvents.segment,
  genre: catalogueEvents.genre,
};

/** A catalogue's sale by its position in the list of openings. */
export interface OpeningPlace {
  opensAt: number;
  event: number;
  kind: string;
  name: string;
}

/** The rows of these events in the active catalogues, as a select that uses the index of events. */
const rowsOf = (eventIds: readonly string[]): SQL => sql`
  select ${catalogueEvents.id} from ${catalogueEvents}
  where ${catalogueEvents.country} in (select ${catalogues.country} from ${catalogues} where ${catalogues.isOn} = 1)
    and ${isOneOf(catalogueEvents.eventId, eventIds)}`;

/**
 * The sales that open until `until`, after a position, with their events, of the active catalogues.
 * The earliest come first. With `eventIds`, only those of these events.
 */
export const listOpenings = (
  db: Database,
  {
    after,
    until,
    limit,
    eventIds,
  }: {
    after: OpeningPlace;
    until: number;
    limit: number;
    eventIds?: readonly string[] | undefined;
  },
) => {
  const { event, kind, name, opensAt, closesAt } = catalogueSales;
  return db
    .select({
      row: event,
      country: catalogueEvents.country,
      event: eventFields,
      sale: { kind, name, opensAt, closesAt },
    })
    .from(catalogueSales)
    .innerJoin(catalogueEvents, eq(catalogueEvents.id, event))
    .innerJoin(catalogues, eq(catalogues.country, catalogueEvents.country))
    .where(
      and(
        gte(opensAt, after.opensAt),
        sql`(${opensAt}, ${event}, ${kind}, ${name})
          > (${after.opensAt}, ${after.event}, ${after.kind}, ${after.name})`,
        lte(opensAt, until),
        eq(catalogues.isOn, true),
        eventIds === undefined ? undefined : sql`${event} in (${rowsOf(eventIds)})`,
        isNull(catalogueEvents.goneAt),
        notInArray(catalogueEvents.status, CANCELLED),
      ),
    )
    .orderBy(opensAt, event, kind, name)
    .limit(limit);
};
