import { sql } from 'drizzle-orm';
import { insertRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import { excluded, nameOf, namesOf, takeExcluded } from '../../db/names.ts';
import { NO_WATCH, presaleWatchCodes } from '../../db/schema/presale-watches.ts';

type SearchCode = Omit<
  typeof presaleWatchCodes.$inferInsert,
  'id' | 'watchId' | 'foundAt' | 'keywords'
>;

/**
 * Stores the codes of a one-time search beside those of watches. A code of a mail that several
 * searches have found is stored once, with the words of all of them.
 */
export async function insertSearchCodes(
  ctx: Changing,
  codes: readonly SearchCode[],
  words: readonly string[],
): Promise<void> {
  const { watchId, mailboxId, mail, code, keywords, foundAt } = presaleWatchCodes;
  const both = sql`select json_group_array(value) from (select value from json_each(${keywords})
    union select value from json_each(${excluded(keywords)}) limit ${MOST_WORDS})`;
  await change(ctx, {
    statements: {
      codes: insertRows(presaleWatchCodes, codes, {
        common: { watchId: NO_WATCH, foundAt: ctx.clock(), keywords: JSON.stringify(words) },
        onConflict: sql`on conflict (${namesOf(watchId, mailboxId, mail, code)}) do update
          set ${takeExcluded(foundAt)}, ${nameOf(keywords)} = (${both})`,
      }),
    },
    audit: null,
  });
}

/** The maximum number of words stored with a code. */
const MOST_WORDS = 200;
