import * as z from 'zod';
import { contactOf } from '../../../shared/provider-contact.ts';
import type { PageViews } from '../../../shared/resale-events/ranking.ts';
import { DAY_MS, utcDay } from '../../../shared/times.ts';
import {
  type BackgroundClient,
  createBackgroundClient,
  type ProviderContext,
  userAgentOf,
} from '../background-client.ts';
import { spacingOf } from '../paces.ts';

/** A day is published within 24 hours of its end. */
const NEWEST_DAY = 2;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
/** The last 7 days and the 28 before. */
const ALL_DAYS = 35;

/** Possible titles of an artist's article; most have the plain name, common words have an addition. */
const TITLE_FORMS = ['', '_(band)', '_(musician)', '_(singer)'];
export const TITLES = TITLE_FORMS.length;

const answer = z.object({
  items: z.array(z.object({ timestamp: z.string(), views: z.number() })).catch([]),
});

/**
 * Page views of the English Wikipedia. The User-Agent names this product and a contact for Wikimedia, which limits
 * callers without one to ten calls a minute.
 */
export function createWikimediaClient(ctx: ProviderContext): BackgroundClient {
  const isKnown = contactOf(ctx.env) !== null;
  return createBackgroundClient(ctx, {
    gate: 'wikimedia',
    spacingMs: spacingOf(isKnown ? 'wikimedia' : 'wikimedia without contact'),
    label: 'Wikimedia',
    baseUrl: ctx.env.WIKIMEDIA_API_URL,
    userAgent: userAgentOf(ctx.env),
  });
}

/** The title of an artist's article in the form with this number; undefined beyond the last form. */
export function titleOf(name: string, form: number): string | undefined {
  const addition = TITLE_FORMS[form];
  return addition === undefined ? undefined : `${name.trim().replace(/\s+/g, '_')}${addition}`;
}

/** The views of an article by people, without robots; null for an article that does not exist. */
export async function readPageViews(
  client: BackgroundClient,
  article: string,
  now: number,
): Promise<PageViews | null> {
  const newest = Math.floor(now / DAY_MS) - NEWEST_DAY;
  const [from, to] = [stampOf(newest - ALL_DAYS + 1), stampOf(newest)];
  const title = encodeURIComponent(article);
  const found = await client(
    `metrics/pageviews/per-article/en.wikipedia/all-access/user/${title}/daily/${from}/${to}`,
  );
  if (found === null) return null;
  const { items } = answer.parse(found);
  const sumSince = (days: number) => {
    const first = stampOf(newest - days + 1);
    return items.reduce((sum, { timestamp, views }) => sum + (timestamp >= first ? views : 0), 0);
  };
  const last7Days = sumSince(WEEK_DAYS);
  return {
    last30Days: sumSince(MONTH_DAYS),
    last7Days,
    before28Days: sumSince(ALL_DAYS) - last7Days,
  };
}

/** A day since the epoch as `YYYYMMDD00`. */
const stampOf = (day: number): string => `${utcDay(day * DAY_MS).replaceAll('-', '')}00`;
