import { Hono } from 'hono';
import { emptyAnswer } from '../../../../shared/answers.ts';
import {
  memoryAnswer,
  openAnswer,
  openRequest,
  resultsRequest,
  statesRequest,
} from '../../../../shared/presale-watches/scanner.ts';
import { access } from '../../../http/access.ts';
import { answers } from '../../../http/answers.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { bodyLimit, MIB } from '../../../http/body-limit.ts';
import { requireToken } from '../../../http/guard.ts';
import { validate } from '../../../http/validate.ts';
import { checkScanner } from '../../scanners/index.ts';
import { openMailbox, readSharedMemory, storeResults, storeStates } from './service.ts';

const done = { success: true as const };

/** The calls of a scanner that watches mailboxes. Each needs its token. */
export const watchingRoutes = new Hono<AppEnv>()
  .post(
    '/scanner/watches/open',
    access('public'),
    requireToken(checkScanner),
    answers(openAnswer),
    bodyLimit(MIB),
    validate('json', openRequest),
    async (c) => {
      const plan = await openMailbox(c.var.ctx, c.req.valid('json').mailbox);
      return c.json({ ...done, plan }, 200);
    },
  )
  .post(
    '/scanner/watches/memory',
    access('public'),
    requireToken(checkScanner),
    answers(memoryAnswer),
    bodyLimit(MIB),
    async (c) => c.json({ ...done, memory: await readSharedMemory(c.var.ctx) }, 200),
  )
  .post(
    '/scanner/watches/results',
    access('public'),
    requireToken(checkScanner),
    answers(emptyAnswer),
    bodyLimit(4 * MIB),
    validate('json', resultsRequest),
    async (c) => {
      await storeResults(c.var.ctx, c.req.valid('json'));
      return c.json(done, 200);
    },
  )
  .post(
    '/scanner/watches/states',
    access('public'),
    requireToken(checkScanner),
    answers(emptyAnswer),
    bodyLimit(4 * MIB),
    validate('json', statesRequest),
    async (c) => {
      await storeStates(c.var.ctx, c.req.valid('json').states);
      return c.json(done, 200);
    },
  );
