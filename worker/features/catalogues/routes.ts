import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  catalogueParam,
  cataloguesAnswer,
  chosenCatalogues,
  salesAnswer,
  salesQuery,
  switchedCatalogue,
} from '../../../shared/catalogues/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { listSales } from './sales/service.ts';
import { chooseCatalogues, listCatalogues, readCatalogueNow, switchCatalogue } from './service.ts';

/** Catalogues of whole countries, and the sales from them and from the artist monitor. */
export const cataloguesRoutes = new Hono<AppEnv>()
  .get('/catalogues', answers(cataloguesAnswer), async (c) => {
    const data = await listCatalogues(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  .put('/catalogues', answers(doneAnswer), validate('json', chosenCatalogues), async (c) => {
    await chooseCatalogues(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Catalogues changed' }, 200);
  })
  .put(
    '/catalogues/:country',
    answers(doneAnswer),
    validate('param', catalogueParam),
    validate('json', switchedCatalogue),
    async (c) => {
      const { country } = c.req.valid('param');
      await switchCatalogue(c.var.ctx, country, c.req.valid('json').is_on);
      return c.json({ success: true as const, message: 'Catalogue changed' }, 200);
    },
  )
  .post(
    '/catalogues/:country/read',
    answers(doneAnswer),
    validate('param', catalogueParam),
    async (c) => {
      await readCatalogueNow(c.var.ctx, c.req.valid('param').country);
      return c.json({ success: true as const, message: 'The catalogue will be read' }, 200);
    },
  )
  .get('/sales', answers(salesAnswer), validate('query', salesQuery), async (c) => {
    const page = await listSales(c.var.ctx, c.req.valid('query'));
    return c.json({ success: true as const, ...page }, 200);
  });
