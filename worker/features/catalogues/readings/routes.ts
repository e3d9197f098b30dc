import { Hono } from 'hono';
import { emptyAnswer } from '../../../../shared/answers.ts';
import {
  changesRequest,
  claimAnswer,
  endRequest,
  hashesAnswer,
  hashesRequest,
} from '../../../../shared/catalogues/feed.ts';
import { access } from '../../../http/access.ts';
import { answers } from '../../../http/answers.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { bodyLimit, MIB } from '../../../http/body-limit.ts';
import { bearerToken } from '../../../http/guard.ts';
import { validate } from '../../../http/validate.ts';
import { admitScanner } from '../../scanners/index.ts';
import { claimReading, endReading, readHashes, renewReading, storeChanges } from './service.ts';

const done = { success: true as const };
const tokenOf = (c: { req: { header(name: string): string | undefined } }) =>
  bearerToken(c.req.header('Authorization'));

/**
 * The calls of a scanner that reads a catalogue. The claim needs its token; the token of the claimed reading authorizes the
 * others, until another reading of the country begins.
 */
export const readingRoutes = new Hono<AppEnv>()
  .post('/scanner/catalogues/claim', access('scanner'), answers(claimAnswer), async (c) => {
    await admitScanner(c.var.ctx, tokenOf(c));
    return c.json({ ...done, reading: await claimReading(c.var.ctx) }, 200);
  })
  .post('/scanner/catalogues/alive', access('reading'), answers(emptyAnswer), async (c) => {
    await renewReading(c.var.ctx, tokenOf(c));
    return c.json(done, 200);
  })
  .post(
    '/scanner/catalogues/hashes',
    access('reading'),
    answers(hashesAnswer),
    bodyLimit(MIB),
    validate('json', hashesRequest),
    async (c) => {
      const data = await readHashes(c.var.ctx, tokenOf(c), c.req.valid('json').after);
      return c.json({ ...done, data }, 200);
    },
  )
  .post(
    '/scanner/catalogues/changes',
    access('reading'),
    answers(emptyAnswer),
    bodyLimit(4 * MIB),
    validate('json', changesRequest),
    async (c) => {
      await storeChanges(c.var.ctx, tokenOf(c), c.req.valid('json'));
      return c.json(done, 200);
    },
  )
  .post(
    '/scanner/catalogues/end',
    access('reading'),
    answers(emptyAnswer),
    bodyLimit(MIB),
    validate('json', endRequest),
    async (c) => {
      await endReading(c.var.ctx, tokenOf(c), c.req.valid('json'));
      return c.json(done, 200);
    },
  );
