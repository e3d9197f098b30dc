import { zValidator } from '@hono/zod-validator';
import type { ValidationTargets } from 'hono';
import type * as z from 'zod';
import { DomainError, type Issue } from '../../shared/errors.ts';

/** No more issues than this are listed: a spreadsheet with one wrong column has thousands. */
const ISSUES_TOLD = 100;

/**
 * Parses one part of a request (`json`, `query`, `param`, `form`) with a shared schema:
 * `.post('/x', validate('json', xRequest), (c) => ... c.req.valid('json') ...)`.
 * Bad input answers 400 with `issues[{path, message}]` (part 4, "Calls").
 */
export const validate = <Schema extends z.ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, async (result, c) => {
    if (result.success) {
      if (target === 'json') refuseBrokenText(await c.req.text());
      return;
    }
    if (target === 'json' && !/^application\/([\w.-]+\+)?json\b/i.test(contentType(c))) {
      throw new DomainError(
        'bad_request',
        'Send the request body as JSON with Content-Type: application/json.',
      );
    }
    throw badInput(result.error.issues);
  });

/** Half of a surrogate pair, written as an escape: the only way that JSON can hold text that is no text. */
const HALF_PAIR =
  /\\ud[89ab][\da-f]{2}(?!\\ud[c-f][\da-f]{2})|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f][\da-f]{2}/i;

/** The database refuses such text, which must not look like a failure of the database. */
function refuseBrokenText(body: string): void {
  if (!HALF_PAIR.test(body)) return;
  throw new DomainError('bad_request', 'The request holds text that is not valid Unicode.');
}

const contentType = (c: { req: { header(name: string): string | undefined } }) =>
  c.req.header('Content-Type') ?? '';

function badInput(found: readonly { path: PropertyKey[]; message: string }[]): DomainError {
  const issues = found
    .slice(0, ISSUES_TOLD)
    .map((issue): Issue => ({ path: issue.path.map(String).join('.'), message: issue.message }));
  const first = issues[0];
  const told = first === undefined ? 'The request is not valid' : sentence(first);
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  return new DomainError('bad_request', `${told}${more}`, { issues });
}

const sentence = ({ path, message }: Issue) => (path === '' ? message : `${path}: ${message}`);
