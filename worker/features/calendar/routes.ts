import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { emptyAnswer } from '../../../shared/answers.ts';
import {
  addToCalendarAnswer,
  calendarAnswer,
  calendarEventsRequest,
  calendarQuery,
  subscriptionAnswer,
} from '../../../shared/calendar/schema.ts';
import { access } from '../../http/access.ts';
import { answers, answersFile } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { linkBase } from '../../http/public-address.ts';
import { atOnce, perMinute } from '../../http/rate-limit.ts';
import { takes, validate } from '../../http/validate.ts';
import {
  addToCalendar,
  clearCalendar,
  downloadCalendar,
  downloadEvents,
  readCalendar,
  readSubscription,
  subscribe,
  unsubscribe,
} from './service.ts';

const CALENDAR_HEADERS = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'attachment; filename="ticket-sales.ics"',
  'Cache-Control': 'private, no-store',
};

/** An encoding with the weight 0 is refused (RFC 9110, 12.5.3). */
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The encodings that the client accepts. The runtime replaces the header and keeps that of the client in `cf`. */
function acceptedEncodings(c: Context<AppEnv>): string {
  const cf: Partial<IncomingRequestCfProperties> | undefined = c.req.raw.cf;
  return cf?.clientAcceptEncoding ?? c.req.header('Accept-Encoding') ?? '';
}

/** Sends a file that is compressed with gzip, decompressed for a client that does not accept that. */
function sendCompressed(
  c: Context<AppEnv>,
  file: Uint8Array<ArrayBuffer>,
  cacheHeaders: Record<string, string> = {},
): Response {
  const headers = { ...CALENDAR_HEADERS, Vary: 'Accept-Encoding', ...cacheHeaders };
  if (ACCEPTS_GZIP.test(acceptedEncodings(c))) {
    // Without "manual", the runtime would compress the bytes again.
    return new Response(file, {
      encodeBody: 'manual',
      headers: { ...headers, 'Content-Encoding': 'gzip' },
    });
  }
  const text = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(text, { headers });
}

const FILE_HEADERS = { 'Content-Disposition': 'The name of the file.' };
const subscriptionHeaders = z.object({ 'If-None-Match': z.optional(z.string()) });

/** The address that calendar programs read; its token replaces a sign-in. */
export const subscriptionRoutes = new Hono<AppEnv>().get(
  '/calendar.ics',
  access('calendar'),
  answersFile('text/calendar', {
    headers: { ...FILE_HEADERS, ETag: 'Identifies the content, for If-None-Match.' },
    also: {
      304: { description: 'The content has the tag of If-None-Match.', schema: null },
    },
  }),
  takes('header', subscriptionHeaders),
  // A program reads it once an hour.
  atOnce(2, { caller: (c) => c.req.query('token') ?? '' }),
  validate('query', calendarQuery),
  async (c) => {
    const { tag, file } = await readSubscription(c.var.ctx, {
      token: c.req.valid('query').token,
      cachedTags: c.req.header('If-None-Match') ?? '',
    });
    // A program may cache the text and compares its tag each time.
    const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' };
    return file === null ? c.body(null, 304, headers) : sendCompressed(c, file, headers);
  },
);

/** The calls of the operator's calendar. */
export const calendarRoutes = new Hono<AppEnv>()
  .get('/calendar', answers(calendarAnswer), async (c) => {
    const state = await readCalendar(c.var.ctx);
    return c.json({ success: true as const, ...state }, 200);
  })
  .post(
    '/calendar/subscription',
    access('write', 'secrets'),
    answers(subscriptionAnswer, { status: 201 }),
    perMinute(10),
    async (c) => {
      const token = await subscribe(c.var.ctx);
      const path = `/api/calendar.ics?token=${token}`;
      const url = linkBase(c.req.raw, c.var.ctx.env) + path;
      return c.json({ success: true as const, path, url }, 201);
    },
  )
  .delete('/calendar/subscription', answers(emptyAnswer), async (c) => {
    await unsubscribe(c.var.ctx);
    return c.json({ success: true as const }, 200);
  })
  .get(
    '/calendar/download',
    answersFile('text/calendar', { headers: FILE_HEADERS }),
    atOnce(2),
    async (c) => sendCompressed(c, await downloadCalendar(c.var.ctx)),
  )
  .post(
    '/calendar/download',
    access('read'),
    answersFile('text/calendar', { headers: FILE_HEADERS }),
    perMinute(60),
    validate('json', calendarEventsRequest),
    async (c) =>
      c.body(await downloadEvents(c.var.ctx, c.req.valid('json').ids), 200, CALENDAR_HEADERS),
  )
  .post(
    '/calendar/events',
    answers(addToCalendarAnswer),
    perMinute(60),
    validate('json', calendarEventsRequest),
    async (c) => {
      const result = await addToCalendar(c.var.ctx, c.req.valid('json').ids);
      return c.json({ success: true as const, ...result }, 200);
    },
  )
  .delete('/calendar/events', answers(emptyAnswer), async (c) => {
    await clearCalendar(c.var.ctx);
    return c.json({ success: true as const }, 200);
  });
