import { Hono } from 'hono';
import { apiDocument } from '../../../shared/api-document/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { RouteDescription } from '../../http/api-description.ts';
import { writeDocument } from '../../http/api-document.ts';
import type { AppEnv } from '../../http/app-env.ts';

/**
 * The document of the API, which is public. It is written once in an isolate.
 * @param listRoutes the routes of the whole app, which does not exist yet when its routes are mounted
 */
export function apiDocumentRoutes(listRoutes: () => RouteDescription[]) {
  let text: Promise<string> | undefined;
  return new Hono<AppEnv>().get(
    '/openapi.json',
    access('public'),
    answers(apiDocument),
    async (c) => {
      text ??= writeDocument(listRoutes());
      return c.body(await text, 200, { 'Content-Type': 'application/json' });
    },
  );
}
