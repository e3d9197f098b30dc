import { Hono } from 'hono';
import { paletteAnswer, paletteQuery } from '../../../shared/palette/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { searchPalette } from './service.ts';

/** The objects of the command palette. */
export const paletteRoutes = new Hono<AppEnv>().get(
  '/palette',
  answers(paletteAnswer),
  validate('query', paletteQuery),
  async (c) => {
    const data = await searchPalette(c.var.ctx, c.req.valid('query').q);
    return c.json({ success: true as const, data }, 200);
  },
);
