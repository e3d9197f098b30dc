import { desc, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/client.ts';
import { audit } from '../../db/schema/audit.ts';
import { containsInAnyCase } from '../../db/text-index.ts';

export type AuditRow = typeof audit.$inferSelect;

const rename = alias(audit, 'rename');
const entry = alias(audit, 'entry');

/**
 * The id of the newest change before `below` that gave the object the name `subject`; 0 if it had
 * no earlier name.
 */
const renamedTo = (subject: SQL, below: SQL | number) => sql`coalesce((
  select ${rename.id} from ${audit} as ${rename}
  where ${rename.subject} = ${subject} and ${rename.id} < ${below} and ${rename.detail} ->> 'from' <> ${rename.subject}
  order by ${rename.id} desc limit 1), 0)`;

/**
 * Changes of an object, newest first, after `before`: its own changes, also under earlier names,
 * and changes of many objects at once (`group`) whose `ids` include its id. A change of the name
 * has the earlier subject as `from` in its detail. Each name is valid from the change that gave it
 * (`since`) up to the next one (`below`), so that an object that returns to an earlier name has
 * each change once.
 */
export function listChanges(
  db: Database,
  { subject, group, id }: { subject: string; group: string | null; id: string },
  page: { before: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const end = Number.MAX_SAFE_INTEGER;
  const behind = page.before ?? end;
  const before = sql`${entry.detail} ->> 'from'`;
  return db
    .select()
    .from(audit)
    .where(
      sql`${audit.id} in (
        with recursive names(subject, since, below) as (
          select ${subject}, ${renamedTo(sql`${subject}`, end)}, ${end}
          union all select ${before}, ${renamedTo(before, sql`${entry.id}`)}, ${entry.id}
            from names join ${audit} as ${entry} on ${entry.id} = names.since)
        select * from (select ${entry.id} from names join ${audit} as ${entry}
          on ${entry.subject} = names.subject and ${entry.id} >= names.since and ${entry.id} < min(names.below, ${behind})
          order by ${entry.id} desc limit ${page.limit})
        union all
        select * from (select ${entry.id} from ${audit} as ${entry} where ${entry.subject} = ${group} and ${entry.id} < ${behind}
          and exists (select 1 from json_each(${entry.detail}, '$.ids') where value = cast(${id} as integer))
          order by ${entry.id} desc limit ${page.limit}))`,
    )
    .orderBy(desc(audit.id))
    .limit(page.limit);
}

/** The changes to list: since an instant, by an author (part of the actor), of a kind (start of the action). */
export interface AuditFilter {
  since: number;
  who: string;
  kind: string;
}

/** Changes in the order of time, after `afterId`. */
export function listEntries(
  db: Database,
  { since, who, kind }: AuditFilter,
  page: { afterId: number; limit: number },
): Promise<AuditRow[]> {
  return db
    .select()
    .from(audit)
    .where(
      sql`${audit.id} > ${page.afterId} and ${audit.at} >= ${since}
        and ${containsInAnyCase(sql`lower(${audit.actor})`, who)}
        and substr(${audit.action}, 1, ${kind.length}) = ${kind}`,
    )
    .orderBy(audit.id)
    .limit(page.limit);
}
