import { abortAllDurableObjects } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FoundCode, MailboxReport } from '../../shared/presale-codes/events.ts';
import { type FromScanner, SCANNER_PATH, toScanner } from '../../shared/scanner.ts';
import { callApi } from './api.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

type Job = ReturnType<typeof toScanner.parse>;

/** A scanner that answers every job as the test says, at the Worker's own socket. */
async function connectScanner(answer: (job: Job) => readonly FromScanner[]) {
  const response = await callApi(SCANNER_PATH, {
    headers: { Upgrade: 'websocket', Authorization: 'Bearer a-scanner-token-for-these-tests-only' },
  });
  const socket = response.webSocket;
  if (!socket) throw new Error(`the scanner was answered ${response.status}`);
  const jobs: Job[] = [];
  socket.accept();
  socket.addEventListener('message', ({ data }) => {
    const job = toScanner.parse(JSON.parse(String(data)));
    jobs.push(job);
    for (const message of answer(job)) socket.send(JSON.stringify(message));
  });
  socket.send(JSON.stringify({ type: 'hello', version: '1', name: 'test' } satisfies FromScanner));
  return { jobs, close: () => socket.close(1000) };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function addMailbox(): Promise<{ id: number; user: string }> {
  const user = `${crypto.randomUUID().slice(0, 13)}@mail.test`;
  await post('/imap-accounts', { user, password: 'a stored password', host: 'imap.host.test' });
  const answer = await (await call('/imap-accounts')).json<{
    accounts: { id: number; user: string }[];
  }>();
  const account = answer.accounts.find((one) => one.user === user);
  if (!account) throw new Error('the mailbox was not added');
  return account;
}

const codeOf = (account: string): FoundCode => ({
  code: 'HARVEST',
  account,
  email_subject: 'Your code',
  email_from: 'club@herons.test',
  email_date: '2026-11-20T10:00:00.000Z',
  confidence: 0.97,
  evidence: 'Use code HARVEST.',
});
const reportOf = (id: number, user: string, status: MailboxReport['status']): MailboxReport => ({
  id,
  user,
  status,
  message: '',
  scanned: 3,
  matched: 1,
  needs_look: [],
});
const searchOf = (id: number) => ({
  search_keywords: ['herons'],
  imap_account_ids: [id],
  code_length_min: 6,
  search_days: 2,
  exclude_words: 'WELCOME10, NEWS',
  must_include_words: 'presale',
  case_sensitive: true,
  includes_special_chars: 'no',
  allowed_special_chars: '-',
});

/** Finds one code in each mailbox. */
const finding = (job: Job): readonly FromScanner[] => {
  if (job.type !== 'scan') return [];
  const [mailbox] = job.mailboxes;
  if (!mailbox) return [];
  const { id, user } = mailbox;
  const sighting = { mailbox: id, mail: 'INBOX 1', found: codeOf(user) };
  return [
    { type: 'progress', job: job.job, mailbox: reportOf(id, user, 'running') },
    { type: 'codes', job: job.job, sightings: [sighting] },
    // A scanner that took over repeats what the one before it reported.
    { type: 'codes', job: job.job, sightings: [sighting] },
    { type: 'progress', job: job.job, mailbox: reportOf(id, user, 'ok') },
    { type: 'done', job: job.job },
  ];
};

describe('the presale search', () => {
  test('answers what the specification names, with evidence and a report of each mailbox', async () => {
    const scanner = await connectScanner(finding);
    const { id, user } = await addMailbox();
    const response = await post('/presale-codes/search', searchOf(id));
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: {
        success: true,
        codes: [codeOf(user)],
        message: '1 code(s) found',
        mailboxes: [reportOf(id, user, 'ok')],
      },
    });
    const [job] = scanner.jobs;
    expect(job).toMatchObject({
      type: 'scan',
      mailboxes: [{ id, user, host: 'imap.host.test', port: 993, password: 'a stored password' }],
      query: {
        keywords: ['herons'],
        mustInclude: ['presale'],
        excluded: ['WELCOME10', 'NEWS'],
        caseSensitive: true,
        // Leaving the largest length empty means an exact length.
        minLength: 6,
        maxLength: 6,
        specials: 'no',
        allowedSpecials: '',
      },
    });
    scanner.close();
  });

  test('says that nothing was found in the words of the specification', async () => {
    const scanner = await connectScanner((job) =>
      job.type === 'scan' ? [{ type: 'done', job: job.job }] : [],
    );
    const { id } = await addMailbox();
    const body = await (await post('/presale-codes/search', searchOf(id))).json();
    expect(body).toMatchObject({
      success: true,
      codes: [],
      message: 'No codes found matching your criteria',
    });
    scanner.close();
  });

  test('streams progress, each code once, and the whole answer at the end', async () => {
    const scanner = await connectScanner(finding);
    const { id, user } = await addMailbox();
    const response = await post('/presale-codes/search', searchOf(id), {
      accept: 'text/event-stream',
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text())
      .split('\n\n')
      .map((block) => ({
        name: /^event: (.*)$/m.exec(block)?.[1],
        data: /^data: (.*)$/m.exec(block)?.[1] ?? 'null',
      }))
      .filter(({ name }) => name !== undefined)
      .map(({ name, data }) => [name, JSON.parse(data)]);
    expect(events.map(([name]) => name)).toEqual(['progress', 'code', 'progress', 'done']);
    expect(events[1]?.[1]).toEqual(codeOf(user));
    expect(events.at(-1)?.[1]).toMatchObject({ success: true, codes: [codeOf(user)] });
    scanner.close();
  });

  test('says that it was interrupted when the desk is restarted, and is joined by its id', async () => {
    const { id, user } = await addMailbox();
    const first = await connectScanner((job) =>
      job.type === 'scan'
        ? [{ type: 'progress', job: job.job, mailbox: reportOf(id, user, 'running') }]
        : [],
    );
    const headers = { accept: 'text/event-stream', 'x-search-id': crypto.randomUUID() };
    const response = await post('/presale-codes/search', searchOf(id), headers);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? '';
    expect(text).toContain('event: progress');
    await abortAllDurableObjects();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      text += part.value;
    const failure = /event: error\ndata: (.*)\n/.exec(text)?.[1] ?? 'null';
    expect(JSON.parse(failure)).toMatchObject({
      success: false,
      status: 503,
      is_interrupted: true,
    });
    const second = await connectScanner(finding);
    const joined = await (await post('/presale-codes/search', searchOf(id), headers)).text();
    expect(joined).toContain('event: done');
    expect([first.jobs[0]?.job, second.jobs[0]?.job]).toEqual([
      first.jobs[0]?.job,
      first.jobs[0]?.job,
    ]);
    second.close();
  });

  test('stays readable after its mailbox was deleted, and is not repeated', async () => {
    const scanner = await connectScanner(finding);
    const { id, user } = await addMailbox();
    const named = { 'x-search-id': crypto.randomUUID() };
    const first = await (await post('/presale-codes/search', searchOf(id), named)).json();
    expect(first).toMatchObject({ codes: [codeOf(user)] });
    await call(`/imap-accounts/${id}`, { method: 'DELETE' });
    const again = await post('/presale-codes/search', searchOf(id), named);
    expect(await again.json()).toEqual(first);
    expect((await post('/presale-codes/search', searchOf(id))).status).toBe(400);
    expect(scanner.jobs).toHaveLength(1);
    scanner.close();
  });

  test('never reports a code as certain', async () => {
    const { id, user } = await addMailbox();
    const scanner = await connectScanner((job) => [
      {
        type: 'codes',
        job: job.job,
        sightings: [{ mailbox: id, mail: 'INBOX 1', found: { ...codeOf(user), confidence: 1 } }],
      },
      { type: 'done', job: job.job },
    ]);
    const answer = await (await post('/presale-codes/search', searchOf(id))).json();
    expect(answer).toMatchObject({ codes: [{ confidence: 0.99 }] });
    scanner.close();
  });

  test('reports a search that cannot run as an event of its stream', async () => {
    const { id } = await addMailbox();
    const response = await post('/presale-codes/search', searchOf(id), {
      accept: 'text/event-stream',
    });
    const text = await response.text();
    expect(text).toContain('event: error\n');
    expect(text).toContain('"message":"No scanner is connected.');
  }, 15_000);
});

describe('the test of a connection', () => {
  const mailbox = { user: 'a@mail.test', host: 'imap.host.test', port: 993, password: 'typed now' };
  const probed = (isOk: boolean, message: string) => (job: Job) =>
    job.type === 'probe' ? [{ type: 'probed' as const, job: job.job, isOk, message }] : [];

  test('tries what the form holds and says that it works', async () => {
    const scanner = await connectScanner(probed(true, 'Connected to imap.host.test.'));
    const response = await post('/imap-accounts/test', mailbox);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { success: true, message: 'Connected to imap.host.test.' },
    });
    expect(scanner.jobs[0]).toMatchObject({ type: 'probe', mailbox: { password: 'typed now' } });
    scanner.close();
  });

  test('takes the stored password of a mailbox that is edited', async () => {
    const scanner = await connectScanner(probed(true, 'Connected.'));
    const { id, user } = await addMailbox();
    await post('/imap-accounts/test', { id, user, host: 'imap.host.test', port: 993 });
    expect(scanner.jobs[0]).toMatchObject({ mailbox: { id, password: 'a stored password' } });
    scanner.close();
  });

  test('says in the scanner’s plain words why it does not work', async () => {
    const message = 'imap.host.test rejected this password. Use an app password.';
    const scanner = await connectScanner(probed(false, message));
    const response = await post('/imap-accounts/test', mailbox);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 502,
      body: { success: false, message },
    });
    scanner.close();
  });

  test('asks for the password of a mailbox that is not stored yet', async () => {
    const { password: _, ...without } = mailbox;
    const response = await post('/imap-accounts/test', without);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: {
        success: false,
        message: 'Enter the app password.',
        issues: [{ path: 'password', message: 'Enter the app password.' }],
      },
    });
  });

  test('says what to do while no scanner is connected', async () => {
    const response = await post('/imap-accounts/test', mailbox);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(/no scanner is running\. Start the scanner/) },
    });
  }, 15_000);
});
