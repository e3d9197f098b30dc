import { seededRandom } from '../factories/allocation.ts';

/** The providers, pages and webhooks of the outside world, whose answers are damaged at random. */
export interface Outside {
  (request: Request): Promise<Response>;
  calls: number;
}

const JUNK = [
  '',
  'null',
  '[]',
  '{}',
  '{"a":',
  '<html>',
  '\u0000',
  '[[[[',
  '"text"',
  '1e999',
  '{"_embedded":null}',
  '{"_embedded":{"events":[null,1,{"name":{}}]},"page":{"totalPages":1e9}}',
  'BEGIN:VCALENDAR',
  '{"events":[{"id":null,"performers":"x","venue":[]}],"meta":{"total":-1}}',
  '"'.repeat(99_999),
  '<script type="application/ld+json">{"@type":"Event","offers":[[{"price":{}}]]}</script>',
  `<script type="application/ld+json">${'['.repeat(20_000)}</script>`,
  '<'.repeat(200_000),
];
const STATUSES = [200, 200, 200, 201, 204, 301, 400, 401, 403, 404, 410, 429, 500, 503, 599];
const HEADERS: [string, string][] = [
  ['Retry-After', '-1'],
  ['Retry-After', '1e99'],
  ['Content-Type', 'text/html; charset=utf-16'],
  ['Content-Type', 'nonsense'],
  ['Location', 'http://127.0.0.1:1/'],
  ['Location', 'javascript:1'],
  ['Rate-Limit-Available', 'many'],
  ['ETag', 'x'.repeat(4_000)],
];

/** Headers of a single hop, or of a body that is transferred in another form. */
const HOP = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'expect',
];

/** Forwards a call of the Worker, whose runtime has its own classes for requests. */
async function carry(request: Request): Promise<Response> {
  const { url, method } = request;
  const headers = [...request.headers].filter(([name]) => !HOP.includes(name));
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await request.arrayBuffer() : null;
  const answer = await fetch(url, { method, headers, body, redirect: 'manual' });
  const bytes = answer.body === null ? null : await answer.arrayBuffer();
  const kept = [...answer.headers].filter(([name]) => !HOP.includes(name));
  return new Response(bytes, { status: answer.status, headers: kept });
}

/**
 * Forwards calls of the Worker to servers of this machine, and answers all others itself.
 * @param database its host, whose answers are not changed
 */
export function damagedOutside(seed: number, database: string): Outside {
  const random = seededRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const junk = (): Response => {
    const status = pick(STATUSES);
    const isEmpty = status === 204;
    return new Response(isEmpty ? null : pick(JUNK), { status, headers: [pick(HEADERS)] });
  };
  const outside: Outside = Object.assign(
    async (request: Request): Promise<Response> => {
      const { host, hostname } = new URL(request.url);
      if (host === database) return carry(request);
      outside.calls += 1;
      const chance = random();
      if (hostname !== '127.0.0.1' || chance < 0.15) return junk();
      const answer = await carry(request);
      if (chance > 0.3) return answer;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const at = Math.floor(random() * bytes.length);
      if (chance < 0.22) return new Response(bytes.subarray(0, at), answer);
      for (let spoilt = 0; spoilt < 20; spoilt += 1)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      return new Response(bytes, { status: answer.status });
    },
    { calls: 0 },
  );
  return outside;
}
