import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { saleAnswer } from '../../shared/sales/schema.ts';
import { dispatchRequest } from '../../shared/signup/schema.ts';
import { artistEventsAnswer, artistSearchAnswer } from '../../shared/ticketing/schema.ts';
import { readTicketLimit } from '../../shared/ticketing/ticket-limit.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { dispatchAccounts } from '../../worker/features/signup/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;

const post = (path: string, body: unknown) =>
  call(path, {
    method: 'POST',
    json: body,
  });

const email = (index: number) => `fan${String(index).padStart(3, '0')}@example.com`;

beforeAll(async () => {
  call = await openCalls();
  const add = (category_name: string, accounts: string[]) =>
    post('/queues/accounts', { type: 'verified_fan', category_name, accounts });
  await add('Gold', [email(1), email(2), email(3)]);
  await add('Silver', [email(3), email(4), email(5)]);
  await post('/queues/accounts', { type: 'standard', category_name: 'Gold', accounts: [email(9)] });
  await post('/queues/insert', {
    type: 'verified_fan',
    queue_id: 'dispatch-test',
    queue_total: 1000,
    queue_date: '2026-11-01',
    accounts: [
      { account_name: email(2), position: 10 },
      { account_name: email(1), position: 200 },
      { account_name: email(4), position: 50 },
    ],
  });
});

const event = (id: string, accounts_amount: number, categories: string[], city = 'Madrid') => ({
  id,
  presale: 'Fan presale',
  accounts_amount,
  event_infos: { date: '2027-03-14 20:00', venue: 'Movistar Arena', city },
  event_city: city,
  categories,
});

const request = (changes: object = {}) => ({
  events_by_account: 2,
  events: [event('E1', 2, ['Gold']), event('E2', 2, ['silver'], '=cmd'), event('E3', 3, ['Gold'])],
  event_title: 'Rosalía VF Signup',
  artist_name: 'Rosalía',
  page_title: 'Rosalía VF Signup',
  use_encore_parameters: false,
  encore_parameters: null,
  ...changes,
});

async function unpack(response: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return Object.fromEntries(
    Object.entries(files).map(([name, data]) => [name, decoder.decode(data)]),
  );
}

test('a dispatch is a ZIP with summary, accounts and one file per event', async () => {
  const response = await post('/events/dispatch-csv', request());
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const disposition = response.headers.get('content-disposition') ?? '';
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toMatch(
    /^Rosalía_4_accounts_\d{4}-\d\d-\d\d\.zip$/,
  );
  const files = await unpack(response);
  expect(Object.keys(files)).toEqual([
    'summary.csv',
    'accounts.csv',
    'events/01_2027-03-14 20_00_Madrid_Movistar Arena.csv',
    'events/02_2027-03-14 20_00_=cmd_Movistar Arena.csv',
    'events/03_2027-03-14 20_00_Madrid_Movistar Arena.csv',
  ]);
  expect(files['summary.csv']).toBe(
    [
      '\uFEFFEvent ID,Date,Venue,City,Presale,Requested,Assigned,Categories',
      'E1,2027-03-14 20:00,Movistar Arena,Madrid,Fan presale,2,2,Gold',
      "E2,2027-03-14 20:00,Movistar Arena,'=cmd,Fan presale,2,2,silver",
      'E3,2027-03-14 20:00,Movistar Arena,Madrid,Fan presale,3,3,Gold',
      '',
    ].join('\r\n'),
  );
  expect(files['events/03_2027-03-14 20_00_Madrid_Movistar Arena.csv']).toBe(
    [
      '\uFEFFEmail,Category,AVG_Ratio,Event ID,Presale',
      `${email(2)},Gold,1.00%,E3,Fan presale`,
      `${email(1)},Gold,20.00%,E3,Fan presale`,
      `${email(3)},"Gold, Silver",,E3,Fan presale`,
      '',
    ].join('\r\n'),
  );
  expect(files['accounts.csv']?.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFEmail,Category,Events,Event IDs',
    `${email(2)},Gold,2,"E1, E3"`,
  ]);
});

test('unfilled slots are listed in shortfall.csv', async () => {
  const events = [event('E1', 5, ['Gold']), event('E2', 4, ['Silver'])];
  const files = await unpack(await post('/events/dispatch-csv', request({ events })));
  expect(files['shortfall.csv']).toBe(
    [
      '\uFEFFEvent ID,Date,Venue,City,Presale,Requested,Assigned,Missing,Reason,Competing Events',
      'E1,2027-03-14 20:00,Movistar Arena,Madrid,Fan presale,5,3,2,In its categories there are 3 accounts for 5 slots.,',
      'E2,2027-03-14 20:00,Movistar Arena,Madrid,Fan presale,4,3,1,In its categories there are 3 accounts for 4 slots.,',
      '',
    ].join('\r\n'),
  );
});

test('Encore parameters add a byte-exact file per event, and the UK variant its suffix', async () => {
  const encore_parameters = {
    cart_webhooks: ['https://h.example/1', 'https://h.example/2'],
    config: {
      global: { DeliveryRegion: 'UK', Section: '=A1' },
      events: { E2: { MaxPrice: 90, Team: 'b' } },
      custom_fields: [{ key: 'Team', label: 'Team' }],
    },
  };
  const response = await post(
    '/events/dispatch-csv',
    request({ use_encore_parameters: true, encore_parameters }),
  );
  expect(response.headers.get('content-disposition')).toContain('_UK.zip');
  const files = await unpack(response);
  const encore = files['encore/02_2027-03-14 20_00_=cmd_Movistar Arena.csv'] ?? '';
  const [heading = '', first = ''] = encore.split('\r\n');
  expect(heading.startsWith('Email,Event ID,Event URL,Min Price,Max Price,Amount,Section,')).toBe(
    true,
  );
  expect(heading).not.toContain('Force Cart By Seats');
  expect(heading.endsWith('Cd Cart Limit,Team,Cart Webhooks')).toBe(true);
  expect(first.startsWith(`${email(4)},E2,,0,90,"8,7,6,5,4,3,2",=A1,`)).toBe(true);
  expect(first.endsWith(',b,https://h.example/1;https://h.example/2')).toBe(true);
});

test('the same request returns the same bytes', async () => {
  const bytes = async () =>
    new Uint8Array(await (await post('/events/dispatch-csv', request())).arrayBuffer());
  expect(await bytes()).toEqual(await bytes());
});

test('a UK sign-up page names the ZIP _UK without Encore parameters', async () => {
  const page_url = 'https://signup.ticketmaster.co.uk/rosalia';
  const response = await post('/events/dispatch-csv', request({ page_url }));
  expect(response.headers.get('content-disposition')).toContain('_UK.zip');
  await response.body?.cancel();
});

test('a category that does not exist is refused by its name', async () => {
  const events = [event('E1', 1, ['Gold', 'Nowhere']), event('E2', 1, ['Gone'])];
  const response = await post('/events/dispatch-csv', request({ events }));
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    success: false,
    message: 'These categories do not exist: "Nowhere", "Gone".',
    issues: [
      { path: 'events.0.categories', message: 'There is no category "Nowhere".' },
      { path: 'events.1.categories', message: 'There is no category "Gone".' },
    ],
  });
});

test('a configuration with an unknown key at its top level is refused', async () => {
  const encore_parameters = { cart_webhooks: [], config: { MaxPrice: 90 } };
  const response = await post(
    '/events/dispatch-csv',
    request({ use_encore_parameters: true, encore_parameters }),
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    success: false,
    issues: [{ path: 'encore_parameters.config', message: expect.stringContaining('MaxPrice') }],
  });
});

test.each([
  ['no event needs an account', { events: [event('E1', 0, [])] }],
  ['there is no event', { events: [] }],
])('a dispatch is refused when %s', async (_, changes) => {
  const response = await post('/events/dispatch-csv', request(changes));
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    success: false,
    message: 'No events configured for dispatch',
  });
});

test('a dispatch needs a sign-in', async () => {
  const response = await call('/events/dispatch-csv', {
    method: 'POST',
    headers: { authorization: '', 'content-type': 'application/json' },
    body: JSON.stringify(request()),
  });
  expect(response.status).toBe(401);
});

test("files beyond a published limit or the operator's rule are refused with the limits until these are confirmed", async () => {
  const found = await call('/events/get_artists/Northern%20Lanterns');
  const { artists } = artistSearchAnswer.parse(await found.json());
  const listed = await call(`/events/artist/${artists[0]?.id}`);
  const { data } = artistEventsAnswer.parse(await listed.json());
  const idOf = (limit: number) =>
    data.find(({ ticketLimit }) => readTicketLimit(ticketLimit) === limit)?.id ?? '';
  const [six, eight] = [idOf(6), idOf(8)];
  await call('/limit-rules', { method: 'PUT', json: { accounts_per_event: 1 } });
  const dispatchOf = (global: object, changes: object = {}) =>
    post('/events/dispatch-csv', {
      ...request({ events: [event(six, 2, ['Gold']), event(eight, 1, ['Silver'])] }),
      use_encore_parameters: true,
      encore_parameters: {
        cart_webhooks: [],
        config: { global, events: {}, custom_fields: [] },
      },
      ...changes,
    });
  const name = 'Movistar Arena, 2027-03-14 20:00';
  const own = { event_id: six, event: name, kind: 'accounts', limit: 1, asked: 2 };
  const tickets = { event_id: six, event: name, kind: 'tickets', limit: 6, asked: 8 };
  const refusal = await dispatchOf({ Amount: '8,7' });
  expect(refusal.status).toBe(409);
  expect(await refusal.json()).toMatchObject({
    code: 'limit_exceeded',
    exceeded: [tickets, own],
  });
  const other = [own, { ...tickets, asked: 7 }];
  expect((await dispatchOf({ Amount: '8,7' }, { confirmed_limits: other })).status).toBe(409);

  const amountsOf = async (response: Response) => {
    expect(response.status).toBe(200);
    const files = Object.entries(await unpack(response));
    return files.flatMap(([path, text]) =>
      path.startsWith('encore/') ? (/,0,150,"([\d,]+)"/.exec(text)?.[1] ?? []) : [],
    );
  };
  const cut = await dispatchOf({}, { confirmed_limits: [own] });
  expect(await amountsOf(cut)).toEqual(['6,5,4,3,2', '8,7,6,5,4,3,2']);
  const confirmed = await dispatchOf({ Amount: '8,7' }, { confirmed_limits: [tickets, own] });
  expect(await amountsOf(confirmed)).toEqual(['8,7', '8,7']);
  const sale = await call(`/sale/${six}`);
  const { deeds } = saleAnswer.parse(await sale.json());
  const beyond = deeds.filter(({ title }) => title === 'File beyond a limit confirmed');
  expect(beyond.map(({ detail }) => detail).join()).toContain('8');
  expect(beyond).toHaveLength(3);
});

describe('the limits of a dispatch', () => {
  const withEncore = (events: object[], config: object = {}) => ({
    ...request({ events, use_encore_parameters: true }),
    encore_parameters: { cart_webhooks: [], config },
  });
  const listArtist = async (name: string) => {
    const found = await call(`/events/get_artists/${encodeURIComponent(name)}`);
    const { artists } = artistSearchAnswer.parse(await found.json());
    const listed = await call(`/events/artist/${artists[0]?.id}`);
    return artistEventsAnswer.parse(await listed.json()).data;
  };
  const detailOf = async (title: string) => {
    const { db } = makeCtx();
    const subject = `dispatch:${title}`;
    const [entry] = await db.select().from(audit).where(eq(audit.subject, subject));
    return JSON.parse(entry?.detail ?? '{}');
  };

  test('are read for events that a page names by the ids of their host, and events without an answer are named', async () => {
    const events = await listArtist('Northern Lanterns');
    const six = events.find(({ ticketLimit }) => readTicketLimit(ticketLimit) === 6);
    const hostId = /\/event\/([^/?]+)/.exec(six?.eventLink ?? '')?.[1] ?? '';
    expect(hostId).not.toBe(six?.id);
    const own = { global: { Amount: '8,7' } };
    const sent = withEncore([event(hostId, 1, ['Gold']), event('E1', 1, ['Silver'])], own);
    const refusal = await post('/events/dispatch-csv', sent);
    expect(refusal.status).toBe(409);
    expect(await refusal.json()).toMatchObject({ exceeded: [{ event_id: hostId, limit: 6 }] });

    const title = 'Host ids';
    const cut = withEncore([event(hostId, 1, ['Gold']), event('E1', 1, ['Silver'])]);
    const response = await post('/events/dispatch-csv', { ...cut, artist_name: title });
    expect(response.headers.get('X-Unread-Limits')).toBe('1');
    const files = Object.entries(await unpack(response));
    const encore = files.filter(([path]) => path.startsWith('encore/')).map(([, text]) => text);
    expect(encore.map((text) => /"([\d,]+)"/.exec(text)?.[1])).toEqual([
      '6,5,4,3,2',
      '8,7,6,5,4,3,2',
    ]);
    expect(await detailOf(title)).toMatchObject({ ticket_limits: 'not read of E1' });
  });

  describe('when the provider fails after the question', () => {
    const refuse = () => Promise.resolve(new Response('{}', { status: 401 }));
    const dispatch = async (body: object, operator = makeOperator()) => {
      const { id, email } = await operator;
      const ctx = makeCtx({ operator: { id, email } as never, fetch: refuse });
      return dispatchAccounts(ctx, dispatchRequest.parse(body));
    };
    const confirmed = (changes: object = {}) => ({
      event_id: 'E1',
      event: 'A',
      kind: 'tickets',
      limit: 6,
      asked: 8,
      ...changes,
    });
    const chosen = { global: { Amount: '8,7' } };
    const events = [event('E1', 1, ['Gold'])];

    test('remain the confirmed ones, and the answer is recorded', async () => {
      const body = { ...withEncore(events, chosen), confirmed_limits: [confirmed()] };
      const operator = await makeOperator();
      const answer = await dispatch(
        { ...body, artist_name: 'Confirmed' },
        Promise.resolve(operator),
      );
      await answer.body.cancel();
      const { db } = makeCtx();
      const entries = await db.select().from(audit).where(eq(audit.operatorId, operator.id));
      expect(entries.filter(({ action }) => action === 'limit-guard.confirm')).toMatchObject([
        { subject: 'sale:E1' },
      ]);
      expect(await detailOf('Confirmed')).toMatchObject({ ticket_limits: 'not read of E1' });
    });

    test('are confirmed again if the files exceed what was confirmed', async () => {
      const body = { ...withEncore(events, chosen), confirmed_limits: [confirmed({ asked: 7 })] };
      await expect(dispatch(body)).rejects.toMatchObject({
        code: 'limit_exceeded',
        exceeded: [{ event_id: 'E1', limit: 6, asked: 8 }],
      });
    });

    test.each([
      ['of another event', { events: { E1: { Amount: '8' } } }, confirmed()],
      ['of accounts alone', {}, confirmed({ kind: 'accounts', limit: 1, asked: 2 })],
    ])('prevent amounts that were cut from being restored: %s', async (_, config, limit) => {
      const both = [...events, event('E2', 1, ['Silver'])];
      const body = { ...withEncore(both, config), confirmed_limits: [limit] };
      await expect(dispatch(body)).rejects.toMatchObject({
        code: 'unavailable',
        retryAfterSeconds: expect.any(Number),
      });
    });

    test('are not required again for events whose limit the question did not contain', async () => {
      const accounts = confirmed({ kind: 'accounts', limit: 1, asked: 2 });
      const body = { ...withEncore(events), confirmed_limits: [accounts] };
      const { body: zip, unread } = await dispatch({ ...body, unread_limits: ['E1'] });
      await zip.cancel();
      expect(unread).toEqual(['E1']);
      await expect(dispatch({ ...body, unread_limits: ['E2'] })).rejects.toMatchObject({
        code: 'unavailable',
      });
    });

    test('are not required for amounts that were chosen, or without an answer', async () => {
      const accounts = confirmed({ kind: 'accounts', limit: 1, asked: 2 });
      for (const [config, confirmed_limits] of [
        [chosen, [accounts]],
        [{}, []],
      ] as const) {
        const { body, unread } = await dispatch({
          ...withEncore(events, config),
          confirmed_limits,
        });
        await body.cancel();
        expect(unread).toEqual(['E1']);
      }
    });
  });
});
