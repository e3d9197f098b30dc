import { eq, sql } from 'drizzle-orm';
import { LIKELY_FROM } from '../../../../shared/presale-codes/constants.ts';
import type { WorkKind } from '../../../../shared/recent-work/schema.ts';
import type { Database } from '../../../db/client.ts';
import { operators } from '../../../db/schema/operators.ts';
import { NO_WATCH, presaleWatchCodes, presaleWatches } from '../../../db/schema/presale-watches.ts';
import { recentWork, siteWorkEvents, workEvents } from '../../../db/schema/recent-work.ts';

/** The codes that are compared: the newest ones, of sales that may still open. */
const MOST_CODES = 5_000;
/** Characters of a mail's sentence in which an artist is sought. */
const LONGEST_TEXT = 300;

interface CodesOfSearch {
  /** {@link NO_WATCH} for one-time searches. */
  watch: number;
  /** A JSON list of words. */
  words: string | null;
  eventId: string | null;
  /** A JSON list of codes in lower case. */
  codes: string;
}

interface WorkOfRow {
  row: number;
  kind: WorkKind;
  rows: number | null;
  events: number | null;
  at: number;
  who: string;
}

/**
 * The likely codes by search and by the artists that their mails name, the watches that run, and the newest work of each row,
 * for all rows in one round trip.
 * @param artists in lower case
 * @param since codes that were found before are about other sales
 */
export async function findReadiness(
  db: Database,
  {
    rows,
    artists,
    since,
  }: { rows: readonly string[][]; artists: readonly string[]; since: number },
) {
  const { watchId, code, confidence, foundAt, keywords, subject, evidence } = presaleWatchCodes;
  const recent = sql`(select ${watchId} as watch, lower(${code}) as code, ${keywords} as keywords,
      ' ' || lower(substr(${subject} || ' ' || ${evidence}, 1, ${LONGEST_TEXT})) || ' ' as text
    from ${presaleWatchCodes} where ${foundAt} > ${since} and ${confidence} >= ${LIKELY_FROM}
    order by ${foundAt} desc limit ${MOST_CODES})`;
  const worksOf = (table: typeof workEvents | typeof siteWorkEvents) => {
    const event = 'eventId' in table ? table.eventId : table.event;
    return sql`select list.key as row, ${recentWork.id} as id from json_each(${JSON.stringify(rows)}) as list,
      json_each(list.value) as wanted cross join ${table} on ${event} = wanted.value
      cross join ${recentWork} on ${recentWork.id} = ${table.workId} and ${recentWork.deletedAt} is null`;
  };
  const [searches, mails, watches, works] = await Promise.all([
    db.all<CodesOfSearch>(sql`
      select watch, coalesce(${presaleWatches.search} -> '$.search_keywords', keywords) as words,
        ${presaleWatches.eventId} as "eventId", json_group_array(distinct code) as codes
      from ${recent} as recent left join ${presaleWatches} on ${presaleWatches.id} = watch
      where watch = ${NO_WATCH} or ${presaleWatches.id} is not null group by watch, keywords`),
    db.all<{ artist: string; codes: string }>(sql`
      select name.value as artist, json_group_array(distinct code) as codes
      from ${recent} as recent, json_each(${JSON.stringify(artists)}) as name
      where instr(text, name.value) > 0
        and substr(text, instr(text, name.value) - 1, 1) not glob '[a-z0-9]'
        and substr(text, instr(text, name.value) + length(name.value), 1) not glob '[a-z0-9]'
      group by name.value`),
    db
      .select({ eventId: presaleWatches.eventId, search: presaleWatches.search })
      .from(presaleWatches)
      .where(eq(presaleWatches.isPaused, false)),
    db.all<WorkOfRow>(sql`
      select used.row, ${recentWork.kind} as kind, ${recentWork.rows} as rows, ${recentWork.events} as events,
        max(${recentWork.updatedAt}) as at, ${operators.email} as who
      from (${worksOf(workEvents)} union ${worksOf(siteWorkEvents)}) as used
        cross join ${recentWork} on ${recentWork.id} = used.id
        cross join ${operators} on ${operators.id} = ${recentWork.operatorId}
      group by used.row`),
  ]);
  return { searches, mails, watches, works };
}
