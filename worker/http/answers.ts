import type { MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import { failureBody } from '../../shared/answers.ts';

/** The bodies of a route's answers. */
export interface Answers {
  success: z.core.$ZodType;
  failure: z.core.$ZodType;
}

const declared = new WeakMap<object, Answers>();

/**
 * Declares the answer of a route: `.get('/labels', answers(labelsAnswer), async (c) => ...)`. It does nothing while the
 * product runs: tests compare each answer with it, and descriptions of the API are made of it.
 * @param failure the body of a failure that has more fields than others
 */
export function answers(
  success: z.core.$ZodType,
  failure: z.core.$ZodType = failureBody,
): MiddlewareHandler {
  // A function of its own for each route, because it is the key.
  const declaration: MiddlewareHandler = (_, next) => next();
  declared.set(declaration, { success, failure });
  return declaration;
}

/** The answers that {@link answers} declared with this handler of a route. */
export const answersOf = (handler: object): Answers | undefined => declared.get(handler);
