import { Hono } from 'hono';
import { type PaletteAnswer, paletteQuery } from '../../../shared/palette/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { searchPalette } from './service.ts';

/** The objects of the command palette. */
export const paletteRoutes = new Hono<AppEnv>().get(
  '/palette',
  validate('query', paletteQuery),
  async (c) => {
    const data = await searchPalette(c.var.ctx, c.req.valid('query').q);
    const answer: PaletteAnswer = { success: true, data };
    return c.json(answer, 200);
  },
);
