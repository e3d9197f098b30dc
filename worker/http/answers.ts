import type { MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import { failureBody } from '../../shared/answers.ts';

type Schema = z.core.$ZodType;

/** The declared answer of a route. */
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
  /**
   * The headers of a success besides those of every answer, with their meaning. A header may be
   * absent.
   */
  headers: Readonly<Record<string, string>>;
  /** Answers with another body than those above, by their status; a null schema for one without a body. */
  also: Readonly<Record<number, { description: string; schema: Schema | null }>>;
}

const declared = new WeakMap<object, Answers>();

function declare(
  routeAnswers: Partial<Answers> & Pick<Answers, 'mediaType' | 'success'>,
): MiddlewareHandler {
  // Each route needs a separate function, because the function is the key.
  const declaration: MiddlewareHandler = (_, next) => next();
  const defaults = { status: 200, events: null, failure: failureBody, headers: {}, also: {} };
  declared.set(declaration, { ...defaults, ...routeAnswers });
  return declaration;
}

/** Further declarations of a route about its answers. */
type Further = Partial<Omit<Answers, 'mediaType' | 'success'>>;

/**
 * Declares the answer of a route: `.get('/labels', answers(labelsAnswer), async (c) => ...)`. It
 * has no effect while the product runs: tests compare each answer with it, and descriptions of the
 * API are generated from it.
 * @param further the status unless it is 200, and rare properties
 */
export const answers = (success: Schema, further: Further = {}): MiddlewareHandler =>
  declare({ mediaType: 'application/json', success, ...further });

/** Like {@link answers}, for a route that answers with a file of this type. */
export const answersFile = (mediaType: string, further: Further = {}): MiddlewareHandler =>
  declare({ mediaType, success: null, ...further });

/** Like {@link answers}, for a route that opens a WebSocket. */
export const answersSocket = (): MiddlewareHandler =>
  declare({ status: 101, mediaType: null, success: null });

/** The answers that a handler of a route has declared. */
export const answersOf = (handler: object): Answers | undefined => declared.get(handler);
