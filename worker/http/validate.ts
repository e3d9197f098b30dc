import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler, ValidationTargets } from 'hono';
import * as z from 'zod/mini';
import { DomainError, type Issue } from '../../shared/errors.ts';
import { INVALID_ACCOUNT } from '../../shared/pasted-accounts/address.ts';

/** The maximum number of issues in an answer: a spreadsheet with one wrong column has thousands. */
const MAX_ISSUES = 100;
/**
 * The maximum number of levels of nested objects and lists; the deepest body of a call has a dozen.
 */
const MAX_LEVELS = 64;

/**
 * Parses one part of a request (`json`, `query`, `param`, `form`) with a shared schema:
 * `.post('/x', validate('json', xRequest), (c) => ... c.req.valid('json') ...)`.
 * Bad input is answered with 400 and `issues[{path, message}]`.
 */
export function validate<Schema extends z.core.$ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) {
  const validator = zValidator(target, schema, (result, c) => {
    if (result.success) {
      refuseDeepNesting(result.data);
      return refuseBrokenText(result.data);
    }
    if (target === 'json' && !/^application\/([\w.-]+\+)?json\b/i.test(contentType(c))) {
      throw new DomainError(
        'bad_request',
        'Send the request body as JSON with Content-Type: application/json.',
      );
    }
    throw badInput(result.error.issues);
  });
  parts.set(validator, { target, schema });
  return validator;
}

/**
 * Declares a part of the request that the handler of a route reads itself, such as a header. It
 * checks nothing; descriptions of the API are generated from it.
 */
export function takes(target: keyof ValidationTargets, schema: z.core.$ZodType): MiddlewareHandler {
  const declaration: MiddlewareHandler = (_, next) => next();
  parts.set(declaration, { target, schema });
  return declaration;
}

/** A part of a request, and the schema that it is validated with. */
export interface RequestPart {
  target: keyof ValidationTargets;
  schema: z.core.$ZodType;
}

const parts = new WeakMap<object, RequestPart>();

/** The part of the request that a handler of a route validates; undefined for any other handler. */
export const requestPartOf = (handler: object): RequestPart | undefined => parts.get(handler);

/**
 * Refuses values that are nested too deeply. A schema may accept a part without checking its
 * content, such as that of a work, and later code handles it recursively: thousands of levels would
 * overflow the stack.
 * @throws DomainError `bad_request`
 */
function refuseDeepNesting(value: unknown): void {
  if (!isDeeperThan(MAX_LEVELS, value)) return;
  throw new DomainError(
    'bad_request',
    `The request is nested too deeply: at most ${MAX_LEVELS} levels are accepted.`,
  );
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => isDeeperThan(levels - 1, member));
}

/**
 * Validates the `:id` of a path: `.delete('/x/:id', validId, (c) => ... c.req.valid('param').id
 * ...)`.
 */
export const validId = validate(
  'param',
  z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
);

/**
 * Refuses text with half of a surrogate pair, which JSON escapes may contain. The database rejects
 * such text, which would look like a failure of the database.
 * @throws DomainError `bad_request`
 */
function refuseBrokenText(value: unknown): void {
  if (isWellFormed(value)) return;
  throw new DomainError('bad_request', 'The request holds text that is not valid Unicode.');
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  const members = value as Record<string, unknown>;
  return Object.keys(members).every((key) => key.isWellFormed() && isWellFormed(members[key]));
}

const contentType = (c: { req: { header(name: string): string | undefined } }) =>
  c.req.header('Content-Type') ?? '';

interface Fault {
  path: PropertyKey[];
  message: string;
  /** The parameters of a custom rule. `code` is the error code of a fault that has its own. */
  params?: Record<string, unknown> | undefined;
}

const isInvalidAccount = ({ params }: Fault) => params?.code === INVALID_ACCOUNT;

function badInput(all: readonly Fault[]): DomainError {
  const invalidAccounts = all.filter(isInvalidAccount);
  const faults = invalidAccounts.length > 0 ? invalidAccounts : all;
  const issues = faults
    .slice(0, MAX_ISSUES)
    .map((issue): Issue => ({ path: issue.path.map(String).join('.'), message: issue.message }));
  const [first] = issues;
  const sentence = first === undefined ? 'The request is not valid' : sentenceOf(first);
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const code = invalidAccounts.length > 0 ? INVALID_ACCOUNT : 'bad_request';
  return new DomainError(code, `${sentence}${more}`, { issues });
}

const sentenceOf = ({ path, message }: Issue) => (path === '' ? message : `${path}: ${message}`);
