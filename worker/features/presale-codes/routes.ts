import { type Context, Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import * as z from 'zod/mini';
import {
  mailAnswer,
  presaleAnswer,
  searchEvents,
  toServerSentEvents,
} from '../../../shared/presale-codes/events.ts';
import {
  mailQuery,
  type PresaleSearch,
  presaleSearch,
} from '../../../shared/presale-codes/schema.ts';
import { DeskGone } from '../../durable/scan-desk-client.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { describeFailure } from '../../http/errors.ts';
import { describeError } from '../../http/log.ts';
import { atOnce, perMinute } from '../../http/rate-limit.ts';
import { takes, validate } from '../../http/validate.ts';
import { readMail, searchPresaleCodes, searchToEnd } from './service.ts';

const SEARCH_ID = /^[A-Za-z0-9-]{8,64}$/;

const searchHeaders = z.object({
  'X-Search-Id': z.optional(
    z.string().check(
      z.regex(SEARCH_ID),
      z.meta({
        description:
          'An id that the caller chooses. A call with the id of a search under way joins that search.',
      }),
    ),
  ),
});

/** The id of the search, with which a browser that lost its stream rejoins the search. */
const searchIdOf = (c: Context<AppEnv>): string => {
  const header = c.req.header('X-Search-Id') ?? '';
  return SEARCH_ID.test(header) ? header : crypto.randomUUID();
};

/**
 * Writes the events of a search. A failure becomes the last event, because the status of the stream
 * is already sent.
 */
async function writeEvents(
  c: Context<AppEnv>,
  stream: SSEStreamingApi,
  search: PresaleSearch,
  id: string,
): Promise<void> {
  try {
    for await (const event of searchPresaleCodes(c.var.ctx, search, id)) {
      if (stream.aborted) return;
      await stream.write(toServerSentEvents(event));
    }
  } catch (error) {
    // The browser has disconnected, which is not a failure.
    if (c.var.ctx.signal.aborted) return;
    const failure = describeFailure(error);
    if (failure.isOurs) c.var.log.error('presale search failed', describeError(error));
    const { message } = failure.body;
    await stream.write(
      toServerSentEvents({
        type: 'failed',
        failure: {
          success: false,
          message,
          status: failure.status,
          ...(error instanceof DeskGone && { is_interrupted: true }),
        },
      }),
    );
  }
}

/** The presale search, as JSON or as a stream of server-sent events, and the mail of a found code. */
export const presaleCodesRoutes = new Hono<AppEnv>()
  .post(
    '/presale-codes/search',
    access('read'),
    answers(presaleAnswer, { events: searchEvents }),
    takes('header', searchHeaders),
    atOnce(3, { key: searchIdOf }),
    validate('json', presaleSearch),
    async (c) => {
      const search = c.req.valid('json');
      const id = searchIdOf(c);
      if (c.req.header('Accept')?.includes('text/event-stream')) {
        // nginx would otherwise buffer the first events until it has 4 kB.
        c.header('X-Accel-Buffering', 'no');
        return streamSSE(c, (stream) => writeEvents(c, stream, search, id));
      }
      return c.json(await searchToEnd(c.var.ctx, search, id), 200);
    },
  )
  .get(
    '/presale-codes/mail',
    access('read', 'secrets'),
    answers(mailAnswer),
    perMinute(60),
    validate('query', mailQuery),
    async (c) => {
      const mail = await readMail(c.var.ctx, c.req.valid('query'));
      return c.json({ success: true as const, mail }, 200);
    },
  );
