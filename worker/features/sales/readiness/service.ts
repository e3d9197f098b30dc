import * as z from 'zod/mini';
import { readStored } from '../../../../shared/json.ts';
import type { Readiness, ReadinessQuery } from '../../../../shared/sales/readiness.ts';
import { DAY_MS, isoTime } from '../../../../shared/times.ts';
import { artistKey } from '../../../../shared/watch-rules/artist-names.ts';
import type { Ctx } from '../../../context/context.ts';
import { gatherReads } from '../../../db/client.ts';
import * as store from './store.ts';

/** Codes that were found longer ago are about other sales. */
const OLDEST_MS = 90 * DAY_MS;

const texts = z.array(z.string());

/** Codes and saved works for rows of a list of sales, in the order of the rows. */
export async function readReadiness(ctx: Ctx, { rows }: ReadinessQuery): Promise<Readiness[]> {
  const nameOf = (artist: string): string => artist.trim().toLowerCase();
  const names = new Set(rows.map(({ artist }) => nameOf(artist)));
  names.delete('');
  const { searches, mails, watches, works } = await store.findReadiness(gatherReads(ctx.db), {
    rows: rows.map(({ event_ids: ids }) => ids),
    artists: [...names],
    since: ctx.clock() - OLDEST_MS,
  });
  const ofMails = new Map(mails.map(({ artist, codes }) => [artist, readStored(texts, codes)]));
  const ofSearches = searches.map(({ words, eventId, codes }) => ({
    matches: matcherOf(eventId, words === null ? [] : readStored(texts, words)),
    codes: readStored(texts, codes),
  }));
  const running = watches.map(({ eventId, search }) => matcherOf(eventId, search.search_keywords));
  const ofRows = new Map(works.map((work) => [work.row, work]));
  return rows.map((row, index) => {
    const codes = new Set([
      ...ofSearches.flatMap((search) => (search.matches(row) ? search.codes : [])),
      ...(ofMails.get(nameOf(row.artist)) ?? []),
    ]);
    const isWatched = running.some((matches) => matches(row));
    const work = ofRows.get(index);
    return {
      codes: codes.size > 0 || isWatched ? codes.size : null,
      work:
        work === undefined
          ? null
          : {
              kind: work.kind,
              rows: work.rows,
              events: work.events,
              saved_at: isoTime(work.at),
              saved_by: work.who,
            },
    };
  });
}

type Row = ReadinessQuery['rows'][number];

/** Whether a search is for an event of a row, or for its artist. */
function matcherOf(eventId: string | null, words: readonly string[]): (row: Row) => boolean {
  const keys = new Set(words.map(artistKey));
  keys.delete('');
  return ({ artist, event_ids }) =>
    (eventId !== null && event_ids.includes(eventId)) || keys.has(artistKey(artist));
}
