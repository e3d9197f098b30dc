import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import Papa from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { failureBody } from '../../shared/answers.ts';
import type { ExceededLimit } from '../../shared/limit-guard/exceeded.ts';
import { artistEventsAnswer, artistSearchAnswer } from '../../shared/ticketing/schema.ts';
import { readTicketLimit } from '../../shared/ticketing/ticket-limit.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';

const CATEGORY = 'Limit answers';
const ACCOUNTS = 4;
let operator: Awaited<ReturnType<typeof makeOperator>>;
/** Events of the provider, with the limits that their texts state. */
let listed: { id: string; limit: number | null }[];

const call = (path: string, method?: string, json?: unknown) =>
  callApi(`/api${path}`, { token: operator.token, ...(method && { method, json }) });

beforeAll(async () => {
  operator = await makeOperator();
  const accounts = Array.from({ length: ACCOUNTS }, (_, at) => `limit${at}@example.com`);
  await call('/queues/accounts', 'POST', {
    type: 'verified_fan',
    category_name: CATEGORY,
    accounts,
  });
  const { artists } = artistSearchAnswer.parse(
    await (await call('/events/get_artists/Northern%20Lanterns')).json(),
  );
  const { data } = artistEventsAnswer.parse(
    await (await call(`/events/artist/${artists[0]?.id}`)).json(),
  );
  listed = data
    .slice(0, 6)
    .map(({ id, ticketLimit }) => ({ id, limit: readTicketLimit(ticketLimit) }));
  expect(new Set(listed.map(({ limit }) => limit)).size).toBeGreaterThan(1);
});

/** The confirmed limits of one file in the audit trail. */
async function recorded(file: string) {
  const { db } = makeCtx();
  const entries = await db
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'limit-guard.confirm'), eq(audit.operatorId, operator.id)));
  return entries
    .map(({ subject, actor, detail }) => ({ subject, actor, ...JSON.parse(detail) }))
    .filter((entry) => entry.file === file);
}

const entryOf = (tool: string, file: string, { event_id, event, ...limit }: ExceededLimit) => ({
  subject: `sale:${event_id}`,
  actor: operator.email,
  tool,
  file,
  event,
  ...limit,
});

const sorted = (list: readonly object[]) =>
  list.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();

const dispatches = fc.record({
  events: fc.uniqueArray(
    fc.record({ at: fc.nat(5), accounts: fc.integer({ min: 1, max: ACCOUNTS }) }),
    { minLength: 1, maxLength: 4, selector: ({ at }) => at },
  ),
  amount: fc.option(fc.constantFrom('9,2', '4', '7', '12,1')),
  rule: fc.option(fc.integer({ min: 1, max: 3 })),
});
type Dispatch = typeof dispatches extends fc.Arbitrary<infer Value> ? Value : never;

const requestOf = ({ events, amount }: Dispatch, title: string) => ({
  events_by_account: 6,
  events: events.map(({ at, accounts }) => ({
    id: listed[at]?.id,
    presale: 'Fan presale',
    accounts_amount: accounts,
    event_infos: { date: '2027-03-14 20:00', venue: `Hall ${at}`, city: 'Madrid' },
    event_city: 'Madrid',
    categories: [CATEGORY],
  })),
  event_title: title,
  artist_name: title,
  page_title: title,
  use_encore_parameters: true,
  encore_parameters: {
    cart_webhooks: [],
    config: { global: amount === null ? {} : { Amount: amount }, events: {}, custom_fields: [] },
  },
});

/** The limits that the written files exceed, read only from their rows. */
function beyondOf(zip: Uint8Array, rule: number | null): string[] {
  const rows = Object.entries(unzipSync(zip))
    .filter(([path]) => path.startsWith('encore/'))
    .flatMap(([, data]) => {
      const text = new TextDecoder().decode(data);
      return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
    });
  const ofEvent = Map.groupBy(rows, (row) => row['Event ID'] ?? '');
  return [...ofEvent].flatMap(([id, own]) => {
    const limit = listed.find((event) => event.id === id)?.limit ?? null;
    const numbers = own.flatMap((row) => (row['Amount'] ?? '').match(/\d+/g) ?? []).map(Number);
    const tickets = Math.max(0, ...numbers);
    return [
      ...(limit !== null && tickets > limit ? [`${id} tickets ${limit} ${tickets}`] : []),
      ...(rule !== null && own.length > rule ? [`${id} accounts ${rule} ${own.length}`] : []),
    ];
  });
}

test('a dispatch beyond limits is written only with a confirmation, which the audit trail contains', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(dispatches, async (dispatch) => {
      await call('/limit-rules', 'PUT', { accounts_per_event: dispatch.rule });
      runs += 1;
      const request = requestOf(dispatch, `Limits ${runs}`);
      const send = (confirmed_limits: readonly ExceededLimit[]) =>
        call('/events/dispatch-csv', 'POST', { ...request, confirmed_limits });
      const first = await send([]);
      const { exceeded = [] } =
        first.status === 409 ? failureBody.parse(await first.clone().json()) : {};
      if (first.status === 409) {
        expect(exceeded.length).toBeGreaterThan(0);
        const some = await send(exceeded.slice(1));
        expect([some.status, await some.json()]).toMatchObject([409, { code: 'limit_exceeded' }]);
      }
      const written = first.status === 409 ? await send(exceeded) : first;
      expect(written.status).toBe(200);
      const name = decodeURIComponent(
        written.headers.get('content-disposition')?.split("UTF-8''")[1] ?? '',
      );
      const zip = new Uint8Array(await written.arrayBuffer());
      const keys = exceeded.map((one) => `${one.event_id} ${one.kind} ${one.limit} ${one.asked}`);
      expect(beyondOf(zip, dispatch.rule).sort()).toEqual(keys.sort());
      // The refused calls have recorded nothing.
      expect(sorted(await recorded(name))).toEqual(
        sorted(exceeded.map((one) => entryOf('signup', name, one))),
      );
    }),
    { numRuns: 15 },
  );
});

const LIMIT = fc.record({
  event_id: fc.stringMatching(/^[\w:/.-]{1,40}$/),
  event: fc.string({ unit: 'grapheme', maxLength: 60 }),
  kind: fc.constantFrom('tickets' as const, 'accounts' as const),
  limit: fc.integer({ min: 1, max: 20 }),
  asked: fc.integer({ min: 21, max: 500 }),
});

test.each(['encore', 'adonis', 'tsuki'])(
  'an answer about a file of %s is recorded completely, with its operator',
  async (tool) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(LIMIT, { minLength: 1, maxLength: 20 }), async (exceeded) => {
        runs += 1;
        const file = `${tool}-${runs}.csv`;
        const answer = await call('/limit-answers', 'POST', { tool, file, exceeded });
        expect(answer.status).toBe(201);
        expect(sorted(await recorded(file))).toEqual(
          sorted(exceeded.map((one) => entryOf(tool, file, one))),
        );
      }),
      { numRuns: 15 },
    );
  },
);
