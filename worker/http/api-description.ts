import type { Hono } from 'hono';
import { type Access, accessOf } from './access.ts';
import { type Answers, answersOf } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { bodyLimitOf, MIB, sizeInWords } from './body-limit.ts';
import { type CallLimit, callLimitOf } from './rate-limit.ts';
import { type RequestPart, requestPartOf } from './validate.ts';

/** A route of the API, as a document of the API lists it. */
export interface RouteDescription {
  method: string;
  /** With the prefix `/api` and parameters such as `:id`. */
  path: string;
  /** The parts of its request that it validates. */
  request: RequestPart[];
  access: Access;
  limits: CallLimit & { bodyBytes?: number };
  /** Undefined for a route that does not declare its answers, which a test refuses. */
  answers: Answers | undefined;
}

/** The limits of a call in sentences; undefined if it has none. */
export function limitsInWords(limits: RouteDescription['limits']): string | undefined {
  const { perMinute, atOnce, bodyBytes } = limits;
  const sentences = [
    ...(perMinute === undefined ? [] : [`At most ${perMinute} calls a minute.`]),
    ...(atOnce === undefined ? [] : [`At most ${atOnce} calls at the same time.`]),
    ...(bodyBytes === undefined ? [] : [`A body has at most ${sizeInWords(bodyBytes)}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The routes of the API in order, each with the declarations of its middleware. */
export function describeApi({ routes }: Pick<Hono<AppEnv>, 'routes'>): RouteDescription[] {
  // Middleware that belongs to no route matches every method.
  const described = routes.filter(({ method }) => method !== 'ALL');
  const byRoute = Map.groupBy(described, ({ method, path }) => `${method} ${path}`);
  return [...byRoute.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const handlers = group.map(({ handler }) => handler);
    const request = handlers.flatMap((handler) => requestPartOf(handler) ?? []);
    const bodyBytes =
      handlers.map(bodyLimitOf).find((one) => one !== undefined) ??
      (request.some(({ target }) => target === 'json') ? MIB : undefined);
    return {
      method: first.method,
      path: first.path,
      request,
      access: accessOf(first.method, handlers),
      limits: {
        ...Object.assign({}, ...handlers.map(callLimitOf)),
        ...(bodyBytes !== undefined && { bodyBytes }),
      },
      answers: handlers.map(answersOf).find((one) => one !== undefined),
    };
  });
}
