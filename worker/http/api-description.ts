import type { Hono } from 'hono';
import { type Answers, answersOf } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { type RequestPart, requestPartOf } from './validate.ts';

/** A route of the API, as a document of the API lists it. */
export interface RouteDescription {
  method: string;
  /** With the prefix `/api` and parameters such as `:id`. */
  path: string;
  /** The parts of its request that it validates. */
  request: RequestPart[];
  /** Undefined for a route that does not declare its answers, which a test refuses. */
  answers: Answers | undefined;
}

/** The routes of the API in their order, each with what its middleware declares. */
export function describeApi({ routes }: Pick<Hono<AppEnv>, 'routes'>): RouteDescription[] {
  // Middleware that stands at no route matches every method.
  const own = routes.filter(({ method }) => method !== 'ALL');
  const byRoute = Map.groupBy(own, ({ method, path }) => `${method} ${path}`);
  return [...byRoute.values()].flatMap((handlers) => {
    const [first] = handlers;
    if (first === undefined) return [];
    return {
      method: first.method,
      path: first.path,
      request: handlers.flatMap(({ handler }) => requestPartOf(handler) ?? []),
      answers: handlers.map(({ handler }) => answersOf(handler)).find((one) => one !== undefined),
    };
  });
}
