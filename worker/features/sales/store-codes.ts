import { desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { readStored } from '../../../shared/json.ts';
import { isOneOf } from '../../db/bulk.ts';
import type { Database } from '../../db/client.ts';
import { NO_WATCH, presaleWatchCodes, presaleWatches } from '../../db/schema/presale-watches.ts';

/** The codes that are looked through: the newest ones. */
const RECENT = 5_000;
/** The most codes that the page of an event compares with it; a list of all codes compares all recent ones. */
export const COMPARED = 500;
/** Codes of one read of all: the server bounds the size of an answer. */
const ROWS_AT_ONCE = 1_000;

/** Which codes may fit an event. */
export interface CodeFilter {
  /** The ids of the page of the event. */
  eventIds: readonly string[];
  /** In lower case: a code that no watch of the event found has one in its mail or its search. Null: any code may fit. */
  words: readonly string[] | null;
  /** The names of the artist and the event. */
  names: readonly string[];
}

const storedCode = z.object({
  watchId: z.int(),
  code: z.string(),
  confidence: z.number(),
  evidence: z.string(),
  account: z.string(),
  subject: z.string(),
  sender: z.string(),
  arrived: z.string(),
  foundAt: z.number(),
  keywords: z.nullable(z.array(z.string())),
});
export type StoredCode = z.infer<typeof storedCode>;

/**
 * The codes that may fit an event, as JSON for {@link readCodes}, which is read in half the time of rows with ten values:
 * those of its watch first, then those whose mail names it, then those that only a search for its artist connects with it.
 */
export function selectCodes(
  db: Database,
  filter: CodeFilter,
  { limit = COMPARED, offset = 0 } = {},
) {
  const {
    watchId,
    code,
    confidence,
    evidence,
    account,
    subject,
    sender,
    arrived,
    foundAt,
    keywords,
  } = presaleWatchCodes;
  return db.all<{ code: string }>(sql`
    select json_object('watchId', ${watchId}, 'code', ${code}, 'confidence', ${confidence}, 'evidence', ${evidence},
      'account', ${account}, 'subject', ${subject}, 'sender', ${sender}, 'arrived', ${arrived}, 'foundAt', ${foundAt},
      'keywords', json(${keywords})) as code
    from ${presaleWatchCodes} where ${mayFit(filter)}
    order by ${sql.join(rankOf(filter), sql`, `)} limit ${limit} offset ${offset}`);
}

export const readCodes = (rows: readonly { code: string }[]): StoredCode[] =>
  rows.map(({ code }) => readStored(storedCode, code));

/** How many different codes may fit an event. */
export const countCodes = (db: Database, filter: CodeFilter) =>
  db.all<{ total: number }>(sql`
    select count(distinct lower(${presaleWatchCodes.code})) as total from ${presaleWatchCodes} where ${mayFit(filter)}`);

/** All recent codes that may fit an event, in the order of {@link selectCodes}. */
export async function findAllCodes(db: Database, filter: CodeFilter): Promise<StoredCode[]> {
  const codes: StoredCode[] = [];
  for (let offset = 0; offset < RECENT; offset += ROWS_AT_ONCE) {
    const rows = await selectCodes(db, filter, { offset, limit: ROWS_AT_ONCE });
    codes.push(...readCodes(rows));
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return codes;
}

/** All watches, without their mailboxes. */
export const selectWatches = (db: Database) =>
  db
    .select({
      id: presaleWatches.id,
      operatorId: presaleWatches.operatorId,
      isPaused: presaleWatches.isPaused,
      name: presaleWatches.name,
      eventId: presaleWatches.eventId,
      keywords: sql`${presaleWatches.search} ->> '$.search_keywords'`.mapWith((text: string) =>
        readStored(z.array(z.string()), text),
      ),
    })
    .from(presaleWatches);
export type StoredWatch = Awaited<ReturnType<typeof selectWatches>>[number];

/** Whether a text has one of the words. `like` compares letters of ASCII in any case. */
const hasWord = (text: SQLWrapper, words: readonly string[]): SQL | undefined =>
  or(...words.map((word) => sql`${text} like ${`%${word}%`}`));

/** Whether the mail of a code has one of the words. */
function namesOne(words: readonly string[]): SQL | undefined {
  const { subject, evidence, sender } = presaleWatchCodes;
  return or(...[subject, evidence, sender].map((text) => hasWord(text, words)));
}

/** Each watch is compared once, however many codes it has found. */
const isOfWatch = (condition: SQL | undefined): SQL =>
  sql`${presaleWatchCodes.watchId} in (select ${presaleWatches.id} from ${presaleWatches} where ${condition ?? sql`true`})`;

function mayFit({ eventIds, words }: CodeFilter): SQL {
  const { id, foundAt, watchId, keywords } = presaleWatchCodes;
  const isRecent = sql`${id} in (select ${id} from ${presaleWatchCodes} order by ${foundAt} desc limit ${RECENT})`;
  const hasWatch = sql`(${watchId} = ${NO_WATCH} or ${isOfWatch(undefined)})`;
  if (words === null) return sql`${isRecent} and ${hasWatch}`;
  const { eventId, search } = presaleWatches;
  const hasOne = or(
    isOfWatch(or(isOneOf(eventId, eventIds), hasWord(search, words))),
    namesOne(words),
    hasWord(keywords, words),
  );
  return sql`${isRecent} and ${hasWatch} and ${hasOne}`;
}

function rankOf({ eventIds, words, names }: CodeFilter): SQL[] {
  const ofEvent = isOfWatch(isOneOf(presaleWatches.eventId, eventIds));
  const ranks = [
    ofEvent,
    namesOne(words ?? names) ?? sql`false`,
    sql`${presaleWatchCodes.foundAt}`,
  ];
  // Pages of all codes need one order.
  return [...ranks, sql`${presaleWatchCodes.id}`].map((rank) => desc(rank));
}
