import { type Context, Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { type PresaleSearch, presaleSearch } from '../../../shared/presale-codes/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { describeFailure } from '../../http/errors.ts';
import { describeError } from '../../http/log.ts';
import { atOnce } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import { type SearchEvent, searchPresaleCodes, searchToEnd } from './service.ts';

const SEARCH_ID = /^[A-Za-z0-9-]{8,64}$/;

/** Names the search, so that a browser that lost its stream joins it again. */
const searchIdOf = (c: Context<AppEnv>): string => {
  const given = c.req.header('X-Search-Id') ?? '';
  return SEARCH_ID.test(given) ? given : crypto.randomUUID();
};

const line = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** What the stream says of an event. Codes that were found together are events of their own, written together. */
function written(event: SearchEvent): string {
  // A comment: it shows that the connection lives, and is no event of the stream.
  if (event.type === 'beat') return ': beat\n\n';
  if (event.type === 'codes') return event.data.map((code) => line('code', code)).join('');
  return line(event.type, event.data);
}

async function tell(
  c: Context<AppEnv>,
  stream: SSEStreamingApi,
  search: PresaleSearch,
  id: string,
): Promise<void> {
  try {
    for await (const event of searchPresaleCodes(c.var.ctx, search, id)) {
      if (stream.aborted) return;
      await stream.write(written(event));
    }
  } catch (error) {
    // The browser went away: no failure, and nobody to tell.
    if (c.var.ctx.signal.aborted) return;
    const failure = describeFailure(error);
    if (failure.isOurs) c.var.log.error('presale search failed', describeError(error));
    // The answer's own status is 200 already: whoever heard something knows by this one whether to join again.
    await stream.write(line('error', { ...failure.body, status: failure.status }));
  }
}

/** The presale search: JSON, or a stream of events (part 4, "Calls"). */
export const presaleCodesRoutes = new Hono<AppEnv>().post(
  '/presale-codes/search',
  atOnce(3, { key: searchIdOf }),
  validate('json', presaleSearch),
  async (c) => {
    const search = c.req.valid('json');
    const id = searchIdOf(c);
    if (c.req.header('Accept')?.includes('text/event-stream')) {
      return streamSSE(c, (stream) => tell(c, stream, search, id));
    }
    return c.json(await searchToEnd(c.var.ctx, search, id), 200);
  },
);
