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
  /** What each header of a success has, beside those of every answer. A header may be absent. */
  headers: Readonly<Record<string, string>>;
  /** Answers with another body than those above, by their status; a null schema for one without a body. */
  also: Readonly<Record<number, { description: string; schema: Schema | null }>>;
}

const declared = new WeakMap<object, Answers>();

function declare(
  given: Partial<Answers> & Pick<Answers, 'mediaType' | 'success'>,
): MiddlewareHandler {
  // Each route needs a function of its own, because the function is the key.
  const declaration: MiddlewareHandler = (_, next) => next();
  const defaults = { status: 200, events: null, failure: failureBody, headers: {}, also: {} };
  declared.set(declaration, { ...defaults, ...given });
  return declaration;
}

/** What else a route may declare of its answers. */
type Further = Partial<Omit<Answers, 'mediaType' | 'success'>>;

/**
 * Declares the answer of a route: `.get('/labels', answers(labelsAnswer), async (c) => ...)`. It does nothing while the
 * product runs: tests compare each answer with it, and descriptions of the API are made of it.
 * @param further the status unless it is 200, and what few routes have
 */
export const answers = (success: Schema, further: Further = {}): MiddlewareHandler =>
  declare({ mediaType: 'application/json', success, ...further });

/** As {@link answers}, for a route that answers with a file of this type. */
export const answersFile = (mediaType: string, further: Further = {}): MiddlewareHandler =>
  declare({ mediaType, success: null, ...further });

/** As {@link answers}, for a route that opens a WebSocket. */
export const answersSocket = (): MiddlewareHandler =>
  declare({ status: 101, mediaType: null, success: null });

/** The answers that a handler of a route has declared. */
export const answersOf = (handler: object): Answers | undefined => declared.get(handler);
