import { Hono } from 'hono';
import { UNREAD_LIMITS_HEADER } from '../../../shared/signup/constants.ts';
import {
  dispatchRequest,
  signupInfosAnswer,
  signupInfosRequest,
} from '../../../shared/signup/schema.ts';
import { access } from '../../http/access.ts';
import { answers, answersFile } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, MIB } from '../../http/body-limit.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import { dispatchAccounts, readSignupInfos } from './service.ts';

/** The calls of the sign-up tool. */
export const signupRoutes = new Hono<AppEnv>()
  // A pasted page of 5 MiB, escaped as JSON.
  .post(
    '/events/signup-infos',
    access('read'),
    answers(signupInfosAnswer),
    perMinute(60),
    bodyLimit(12 * MIB),
    validate('json', signupInfosRequest),
    async (c) => {
      const infos = await readSignupInfos(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...infos }, 200);
    },
  )
  // Enough for 500 events with their categories and settings.
  .post(
    '/events/dispatch-csv',
    answersFile('application/zip', {
      headers: {
        'Content-Disposition': 'The name of the file.',
        [UNREAD_LIMITS_HEADER]:
          'The places in `events`, from 0, of those whose ticket limit could not be read.',
      },
    }),
    bodyLimit(4 * MIB),
    validate('json', dispatchRequest),
    async (c) => {
      const request = c.req.valid('json');
      const { name, body, unread } = await dispatchAccounts(c.var.ctx, request);
      const places = request.events.flatMap(({ id }, place) => (unread.includes(id) ? place : []));
      if (places.length > 0) c.header(UNREAD_LIMITS_HEADER, places.join());
      return c.body(body, 200, {
        'Content-Type': 'application/zip',
        'Content-Disposition': attachment(name),
        'Cache-Control': 'no-store',
      });
    },
  );

/** The name for every browser: ASCII for old ones, UTF-8 for the others (RFC 6266). */
function attachment(name: string): string {
  const plain = name.normalize('NFD').replace(/[^\x20-\x7e]|["\\]/g, '');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
