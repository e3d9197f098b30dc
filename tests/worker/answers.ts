import { expect } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../worker/app.ts';
import { type Answers, answersOf } from '../../worker/http/answers.ts';

/** The declared answers of the route that a call reaches; undefined if it declares none. */
function declaredFor(method: string, path: string): Answers | undefined {
  const [matches] = app.router.match(method, path);
  return matches.map(([[handler]]) => answersOf(handler)).find((found) => found !== undefined);
}

/** Expects the declared fields and no others. `what` names the body in the message of a failure. */
function compare(schema: z.core.$ZodType, body: unknown, what: string): void {
  const parsed = z.safeParse(schema, body);
  expect(parsed.error?.issues ?? [], what).toEqual([]);
  expect(body, `${what} has fields that are not declared`).toEqual(parsed.data);
}

/** Compares each server-sent event with the schema of its name. Comments and a broken end are left out. */
function compareEvents(events: NonNullable<Answers['events']>, text: string, what: string): void {
  for (const block of text.split('\n\n').slice(0, -1)) {
    const [, name, data] = /^event: (.*)\ndata: (.*)$/s.exec(block) ?? [];
    if (name === undefined || data === undefined) continue;
    const schema = events[name];
    expect(schema, `${what} declares the event ${name}`).toBeDefined();
    if (schema !== undefined) compare(schema, JSON.parse(data), `the event ${name} of ${what}`);
  }
}

/**
 * The response to a call, whose body is compared with the declared answer of its route when a test reads it: it must
 * have the declared fields and no others. Not before, because a body that is read no longer keeps its place among
 * streams. The status and the content type of a success are compared at once.
 */
export function checked(response: Response, method: string, path: string): Response {
  const { pathname } = new URL(path, 'https://desk.test');
  const declared = declaredFor(method, pathname);
  if (declared === undefined) return response;
  const what = `the answer of ${method} ${pathname}`;
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? null;
  const isStream = declared.events !== null && type === 'text/event-stream';
  if (response.ok) {
    expect(response.status, `the status of ${what}`).toBe(declared.status);
    if (!isStream) expect(type, `the type of ${what}`).toBe(declared.mediaType);
  }
  const check = (text: string) => {
    if (response.ok && isStream) return compareEvents(declared.events ?? {}, text, what);
    const schema = response.ok ? declared.success : declared.failure;
    if (schema !== null && type === 'application/json') compare(schema, JSON.parse(text), what);
  };
  const text = response.text.bind(response);
  const read = async () => {
    const body = await text();
    check(body);
    return body;
  };
  return Object.assign(response, { text: read, json: async () => JSON.parse(await read()) });
}
