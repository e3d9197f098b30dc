import type { MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import { failureBody } from '../../shared/answers.ts';

type Schema = z.core.$ZodType;

/** What a route answers. */
export interface Answers {
  /** The status of a success. */
  status: number;
  /** The content type of a success; null for a WebSocket. */
  mediaType: string | null;
  /** The body of a success as JSON; null for a file and a WebSocket. */
  success: Schema | null;
  /** The data of each server-sent event, by its name, for clients that accept a stream in place of the body. */
  events: Readonly<Record<string, Schema>> | null;
  /** The body of a failure. */
  failure: Schema;
}

const declared = new WeakMap<object, Answers>();

function declare(given: Answers): MiddlewareHandler {
  // Each route needs a function of its own, because the function is the key.
  const declaration: MiddlewareHandler = (_, next) => next();
  declared.set(declaration, given);
  return declaration;
}

/**
 * Declares the answer of a route: `.get('/labels', answers(labelsAnswer), async (c) => ...)`. It does nothing while the
 * product runs: tests compare each answer with it, and descriptions of the API are made of it.
 * @param status of a success
 * @param failure the body of a failure that has more fields than others
 * @param events the stream of a route that has one
 */
export const answers = (
  success: Schema,
  { status = 200, failure = failureBody, events = null }: Partial<Answers> = {},
): MiddlewareHandler =>
  declare({ status, mediaType: 'application/json', success, events, failure });

/** As {@link answers}, for a route that answers with a file of this type. */
export const answersFile = (mediaType: string): MiddlewareHandler =>
  declare({ status: 200, mediaType, success: null, events: null, failure: failureBody });

/** As {@link answers}, for a route that opens a WebSocket. */
export const answersSocket = (): MiddlewareHandler =>
  declare({ status: 101, mediaType: null, success: null, events: null, failure: failureBody });

/** The answers that a handler of a route has declared. */
export const answersOf = (handler: object): Answers | undefined => declared.get(handler);
