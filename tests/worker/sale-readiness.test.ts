import { expect, test, vi } from 'vitest';
import { readinessAnswer } from '../../shared/sales/readiness.ts';
import {
  NO_WATCH,
  presaleWatchCodes,
  presaleWatches,
} from '../../worker/db/schema/presale-watches.ts';
import { readReadiness } from '../../worker/features/sales/readiness/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator, type TestOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;

const readFor = async (
  { token }: TestOperator,
  rows: { artist: string; event_ids: string[] }[],
) => {
  const answer = await callApi('/api/sales/readiness', { token, json: { rows } });
  expect(answer.status).toBe(200);
  return readinessAnswer.parse(await answer.json()).data;
};

async function addWatch(words: string[], part: { eventId?: string; isPaused?: boolean } = {}) {
  const { db } = makeCtx();
  const [row] = await db
    .insert(presaleWatches)
    .values({
      operatorId: 1,
      name: words.join(),
      search: { search_keywords: words, imap_account_ids: [1] } as never,
      eventId: null,
      isPaused: false,
      since: 1,
      createdAt: 1,
      ...part,
    })
    .returning({ id: presaleWatches.id });
  return row?.id ?? 0;
}

async function addCode(code: string, part: object = {}) {
  const { db, clock } = makeCtx();
  await db.insert(presaleWatchCodes).values({
    watchId: NO_WATCH,
    mailboxId: 1,
    mail: crypto.randomUUID(),
    code,
    confidence: 0.9,
    evidence: 'Use it in the shop.',
    account: 'a@b.test',
    subject: 'Presale',
    sender: 'club@mail.test',
    arrived: '',
    mailKey: 'INBOX 1 1',
    foundAt: clock(),
    ...part,
  });
}

test('codes are those of watches and searches of an artist or event, and of mails that name the artist, each once', async () => {
  const operator = await makeOperator();
  const [watched, searched, named, silent, paused, nobody] = [
    'Größe Ünal',
    'Searched',
    'Named',
    'Silent',
    'Paused',
    'Nobody',
  ].map(unique) as [string, string, string, string, string, string];
  const event = unique('E').replace(' ', '-');
  const watch = await addWatch([watched.toUpperCase()]);
  await addCode('ONE-1', { watchId: watch });
  await addCode('one-1', { watchId: watch });
  await addCode('TWO-2', { watchId: watch });
  await addCode('UNLIKELY', { watchId: watch, confidence: 0.49 });
  await addCode('OLD-1', { watchId: watch, foundAt: 1 });
  await addCode('THREE-3', { keywords: [searched] });
  await addCode('FOUR-4', { subject: `${named}: your code` });
  await addCode('FIVE-5', { subject: `${named}s: your code` });
  await addWatch([silent]);
  await addWatch([paused], { isPaused: true });
  await addCode('SIX-6', { watchId: await addWatch(['presale'], { eventId: event }) });
  const rows = [watched, searched, named, silent, paused, nobody, ''].map((artist) => ({
    artist,
    event_ids: ['none'],
  }));
  const read = await readFor(operator, [...rows, { artist: '', event_ids: ['other', event] }]);
  // Nothing looks for codes of the last artists: unknown, not none.
  expect(read.map(({ codes }) => codes)).toEqual([2, 1, 1, 0, null, null, null, 1]);
});

test('the work is the newest that is saved with one of the events, of any operator and generator', async () => {
  const [first, second] = [await makeOperator(), await makeOperator()];
  const [one, two] = [unique('W').replace(' ', '-'), unique('W').replace(' ', '-')];
  const save = async ({ token }: TestOperator, kind: string, key: string, counts: object) => {
    const work = {
      token: crypto.randomUUID(),
      kind,
      key,
      title: 'Vela Marin',
      body: {},
      ...counts,
    };
    expect((await callApi('/api/recent-work', { token, json: work })).status).toBeLessThan(300);
  };
  await save(first, 'encore', [one, two].join(), { events: 2, rows: 24 });
  const rows = [[one], [two, one], ['nothing']].map((event_ids) => ({ artist: '', event_ids }));
  const encore = { kind: 'encore', rows: 24, events: 2, saved_by: first.email };
  expect(await readFor(second, rows)).toMatchObject([
    { work: encore },
    { work: encore },
    { work: null },
  ]);
  await vi.waitFor(async () => {
    await save(second, 'encore', two, { events: 1, rows: 0 });
    expect(await readFor(first, rows)).toMatchObject([
      { work: encore },
      { work: { rows: 0, events: 1, saved_by: second.email } },
      { work: null },
    ]);
  });
});

test('all rows take one request to the database', async () => {
  const ctx = makeCtx({ operator: { id: 1, email: 'operator@localhost' } });
  const requests = vi.spyOn(globalThis, 'fetch');
  try {
    const rows = Array.from({ length: 100 }, (_, at) => ({
      artist: `Artist ${at}`,
      event_ids: Array.from({ length: 20 }, (__, event) => `E${at}-${event}`),
    }));
    expect(await readReadiness(ctx, { rows })).toHaveLength(100);
    const urls = requests.mock.calls.map(([to]) => (to instanceof Request ? to.url : String(to)));
    expect(urls.filter((url) => url.startsWith(ctx.env.LIBSQL_URL))).toHaveLength(1);
  } finally {
    requests.mockRestore();
  }
});
