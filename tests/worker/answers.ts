import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../worker/app.ts';
import { type Answers, answersOf } from '../../worker/http/answers.ts';
import { describeApi } from '../../worker/http/api-description.ts';
import { OUTLINE } from '../../worker/http/api-outline.ts';
import { writeOpenApi } from '../../worker/http/openapi.ts';
import type { SentBodies, SentBody } from '../setup/document-validator.ts';

/** The declared answers of the route that a call reaches; undefined if it declares none. */
function declaredFor(method: string, path: string): (Answers & { route: string }) | undefined {
  const [matches] = app.router.match(method, path);
  for (const [[handler, { path: route }]] of matches) {
    const declared = answersOf(handler);
    if (declared !== undefined) return { ...declared, route };
  }
  return undefined;
}

/** Expects the declared fields and no others. `what` names the body in the message of a failure. */
function compare(schema: z.core.$ZodType, body: unknown, what: string): void {
  const parsed = z.safeParse(schema, body);
  expect(parsed.error?.issues ?? [], what).toEqual([]);
  expect(body, `${what} has fields that are not declared`).toEqual(parsed.data);
}

/** Headers that belong to some answers only, and the headers that any answer may have. */
const OWN_HEADER =
  /^(x-|etag|server-timing|content-disposition|clear-site-data|retry-after|ratelimit)/;
const COMMON_HEADERS = [
  'x-request-id',
  'x-release',
  'x-requirement',
  'retry-after',
  // Headers of proxies and browsers.
  'x-accel-buffering',
  'x-content-type-options',
  'x-frame-options',
];

/** Bodies that tests have read but that were not compared with the document yet. */
const read: SentBody[] = [];
let isDocumentSent = false;

/** Fails if a body that tests have read since the last call does not match the schema that the API document has for it. */
export async function expectDocumentedBodies(): Promise<void> {
  const bodies = read.splice(0);
  if (bodies.length === 0) return;
  const sent: SentBodies = {
    ...(!isDocumentSent && {
      document: writeOpenApi(describeApi(app), { ...OUTLINE, examples: {} }),
    }),
    bodies,
  };
  const answer = await env.DOCUMENT_VALIDATOR.fetch('https://validator.test', {
    method: 'POST',
    body: JSON.stringify(sent),
  });
  isDocumentSent = true;
  expect(await answer.json()).toEqual([]);
}

/**
 * Compares each server-sent event with the schema of its name. Comments and an incomplete end are
 * ignored.
 * @returns the events
 */
function compareEvents(events: NonNullable<Answers['events']>, text: string, what: string) {
  const compared: { event: string; text: string }[] = [];
  for (const block of text.split('\n\n').slice(0, -1)) {
    const [, name, data] = /^event: (.*)\ndata: (.*)$/s.exec(block) ?? [];
    if (name === undefined || data === undefined) continue;
    const schema = events[name];
    expect(schema, `${what} declares the event ${name}`).toBeDefined();
    if (schema === undefined) continue;
    compare(schema, JSON.parse(data), `the event ${name} of ${what}`);
    compared.push({ event: name, text: data });
  }
  return compared;
}

/**
 * The response to a call. When a test reads its body, the body is compared with the declared answer
 * of its route: it must have the declared fields and no others. It is not compared earlier, because
 * reading a body changes its position among streams. The status and the content type of a success
 * are compared at once.
 */
export function checked(response: Response, method: string, path: string): Response {
  const { pathname } = new URL(path, 'https://desk.test');
  const declared = declaredFor(method, pathname);
  if (declared === undefined) return response;
  const what = `the answer of ${method} ${pathname}`;
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? null;
  const isStream = declared.events !== null && type === 'text/event-stream';
  const other = declared.also[response.status];
  if (response.ok && other === undefined) {
    expect(response.status, `the status of ${what}`).toBe(declared.status);
    if (!isStream) expect(type, `the type of ${what}`).toBe(declared.mediaType);
  }
  for (const name of response.headers.keys()) {
    if (!OWN_HEADER.test(name) || COMMON_HEADERS.includes(name)) continue;
    const names = Object.keys(declared.headers).map((one) => one.toLowerCase());
    expect(names, `the headers of ${what}`).toContain(name);
  }
  const sent = {
    method: method.toLowerCase(),
    path: declared.route.replace(/:(\w+)/g, '{$1}'),
    status: response.status,
  };
  const check = (text: string) => {
    if (response.ok && isStream) {
      for (const event of compareEvents(declared.events ?? {}, text, what))
        read.push({ ...sent, ...event });
      return;
    }
    const schema = other ? other.schema : response.ok ? declared.success : declared.failure;
    if (other?.schema === null) expect(text, `${what} has a body`).toBe('');
    if (schema === null || type !== 'application/json') return;
    compare(schema, JSON.parse(text), what);
    read.push({ ...sent, text });
  };
  const text = response.text.bind(response);
  const readText = async () => {
    const body = await text();
    check(body);
    return body;
  };
  return Object.assign(response, {
    text: readText,
    json: async () => JSON.parse(await readText()),
  });
}
