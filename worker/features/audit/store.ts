import { desc, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { audit } from '../../db/schema/audit.ts';

export type AuditRow = typeof audit.$inferSelect;

/**
 * Changes of an object, newest first, behind `before`: those of the object itself, under its earlier names too, and those
 * of many objects at once (`group`) that name its id among their `ids`. A change of the name has the earlier subject in
 * its detail `from`.
 */
export function listChanges(
  db: Database,
  { subject, group, id }: { subject: string; group: string | null; id: string },
  page: { before: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const behind = page.before ?? Number.MAX_SAFE_INTEGER;
  return db
    .select()
    .from(audit)
    .where(
      sql`${audit.id} in (
        with recursive known(subject, below) as (
          select ${subject}, ${Number.MAX_SAFE_INTEGER}
          union all select entry.detail ->> 'from', entry.id from known join audit as entry
            on entry.subject = known.subject and entry.id < known.below and entry.detail ->> 'from' is not null)
        select * from (select entry.id from known join audit as entry
          on entry.subject = known.subject and entry.id < min(known.below, ${behind}) order by entry.id desc limit ${page.limit})
        union all
        select * from (select entry.id from audit as entry where entry.subject = ${group} and entry.id < ${behind}
          and exists (select 1 from json_each(entry.detail, '$.ids') where value = cast(${id} as integer))
          order by entry.id desc limit ${page.limit}))`,
    )
    .orderBy(desc(audit.id))
    .limit(page.limit);
}

/** Which changes: since an instant, by whom (part of the actor), of which kind (start of the action). */
export interface AuditFilter {
  since: number;
  who: string;
  kind: string;
}

/** Changes in the order of time, behind `afterId`. */
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
        and instr(lower(${audit.actor}), ${who.toLowerCase()}) > 0
        and substr(${audit.action}, 1, ${kind.length}) = ${kind}`,
    )
    .orderBy(audit.id)
    .limit(page.limit);
}
