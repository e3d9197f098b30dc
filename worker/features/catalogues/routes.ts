import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  cataloguesAnswer,
  chosenCatalogues,
  salesAnswer,
  salesQuery,
} from '../../../shared/catalogues/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { listSales } from './sales/service.ts';
import { chooseCatalogues, listCatalogues } from './service.ts';

/** Catalogues of whole countries, and the sales that are known from them and from the artist monitor. */
export const cataloguesRoutes = new Hono<AppEnv>()
  .get('/catalogues', answers(cataloguesAnswer), async (c) => {
    const data = await listCatalogues(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  .put('/catalogues', answers(doneAnswer), validate('json', chosenCatalogues), async (c) => {
    await chooseCatalogues(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Catalogues changed' }, 200);
  })
  .get('/sales', answers(salesAnswer), validate('query', salesQuery), async (c) => {
    const page = await listSales(c.var.ctx, c.req.valid('query'));
    return c.json({ success: true as const, ...page }, 200);
  });
