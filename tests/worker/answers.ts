import { expect } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../worker/app.ts';
import { type Answers, answersOf } from '../../worker/http/answers.ts';

/** The declared answers of the route that a call reaches; undefined if it declares none. */
function declaredFor(method: string, path: string): Answers | undefined {
  const [matches] = app.router.match(method, path);
  return matches.map(([[handler]]) => answersOf(handler)).find((found) => found !== undefined);
}

/**
 * The response to a call, whose body is compared with the declared answer of its route when a test reads it: it must have
 * the declared fields and no others. Not before, because a body that is read no longer keeps its place among streams.
 */
export function checked(response: Response, method: string, path: string): Response {
  const { pathname } = new URL(path, 'https://desk.test');
  const declared = declaredFor(method, pathname);
  if (declared === undefined) return response;
  const compare = (body: unknown) => {
    const schema = response.ok ? declared.success : declared.failure;
    const parsed = z.safeParse(schema, body);
    expect(parsed.error?.issues ?? [], `the answer of ${method} ${pathname}`).toEqual([]);
    expect(body, `the answer of ${method} ${pathname} has fields that are not declared`).toEqual(
      parsed.data,
    );
  };
  const [json, text] = [response.json.bind(response), response.text.bind(response)];
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
  return Object.assign(response, {
    json: async () => {
      const body = await json();
      compare(body);
      return body;
    },
    text: async () => {
      const body = await text();
      if (isJson) compare(JSON.parse(body));
      return body;
    },
  });
}
