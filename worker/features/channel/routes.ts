import { Hono } from 'hono';
import * as z from 'zod/mini';
import { answerOf } from '../../../shared/answers.ts';
import { channelLists, channelPrices } from '../../../shared/channel.ts';
import { DomainError } from '../../../shared/errors.ts';
import { connect } from '../../durable/channel-client.ts';
import { access } from '../../http/access.ts';
import { answers, answersSocket } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { assertOwnPassword } from '../../http/guard.ts';
import { siteOf } from '../../http/public-address.ts';
import { validate } from '../../http/validate.ts';
import { authenticate } from '../account/index.ts';

const channelQuery = z.object({
  /** A browser cannot set headers on a WebSocket: its token travels in the query. */
  token: z._default(z.string().check(z.maxLength(4096)), ''),
  /** The position that the client has read up to; empty for everything. */
  since: z._default(z.string().check(z.maxLength(128)), ''),
  lists: z._default(channelLists, 'false'),
  prices: z._default(channelPrices, 'all'),
});

const publicAddressAnswer = answerOf({ addresses: z.array(z.string()), own: z.string() });

/**
 * Why a page may have been refused, because a browser does not show it the answer to its WebSocket.
 * `addresses` are those of the product, `own` is the address of this call.
 */
export const publicAddressRoutes = new Hono<AppEnv>().get(
  '/public-address',
  answers(publicAddressAnswer),
  (c) => {
    const { env } = c.var.ctx;
    const own = siteOf(c.req.raw, env).origin;
    const addresses = env.PUBLIC_URL.length > 0 ? env.PUBLIC_URL : [own];
    return c.json({ success: true as const, addresses, own }, 200);
  },
);

/** The live channel. All checks come before the upgrade, so an open socket needs no sign-in message. */
export const channelRoutes = new Hono<AppEnv>().get(
  '/ws',
  access('channel'),
  answersSocket(),
  validate('query', channelQuery),
  async (c) => {
    const { ctx } = c.var;
    // This throws for a page of another site.
    siteOf(c.req.raw, ctx.env);
    // This check comes before the token, so that a proxy which drops the header can be found
    // without one.
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
      throw new DomainError('bad_request', 'The live channel is a WebSocket.');
    }
    const { token, since, lists, prices } = c.req.valid('query');
    const signedIn = await authenticate(ctx, token);
    assertOwnPassword(signedIn.operator);
    return connect(ctx.env.bindings, signedIn.token, { since, lists, prices });
  },
);
