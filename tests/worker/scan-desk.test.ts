import { runDurableObjectAlarm } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type SearchEvent, searchEvent } from '../../shared/presale-codes/events.ts';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import { type FromScanner, SCANNER_PATH, type ToScanner } from '../../shared/scanners/protocol.ts';
import type { DeskJob } from '../../worker/context/scan-desk.ts';
import { mailboxPasswordPlace } from '../../worker/security/sealed-columns.ts';
import { seal } from '../../worker/security/vault.ts';
import { PATIENCE } from '../factories/patience.ts';
import { callApi } from './api.ts';
import { bindings, readSettings } from './settings.ts';

const desk = () => bindings.SCAN_DESK.get(bindings.SCAN_DESK.idFromName('desk'));

/** A scanner whose messages the test sends. */
class TestScanner {
  readonly messages: ToScanner[] = [];
  isCutOff = false;
  private readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.accept();
    socket.addEventListener('close', () => {
      this.isCutOff = true;
    });
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string' && data.startsWith('{')) this.messages.push(JSON.parse(data));
    });
  }

  static async connect(): Promise<TestScanner> {
    const response = await callApi(SCANNER_PATH, {
      headers: {
        Upgrade: 'websocket',
        Authorization: 'Bearer a-scanner-token-for-these-tests-only',
      },
    });
    if (!response.webSocket) throw new Error(`the desk answered ${response.status}`);
    const scanner = new TestScanner(response.webSocket);
    scanner.send({ type: 'hello', version: '1', name: 'test' });
    return scanner;
  }

  send(message: FromScanner): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Waits for the desk's message about a job. */
  async received(type: ToScanner['type'], job: string): Promise<ToScanner> {
    const find = () =>
      this.messages.find(
        (message) => message.type === type && 'job' in message && message.job === job,
      );
    await vi.waitUntil(find, { timeout: 60_000 });
    return find() as ToScanner;
  }

  leave(): void {
    this.socket.close(1000);
  }
}

const report = (id: number, status: 'ok' | 'incomplete' | 'running') => ({
  id,
  user: `box${id}@x.test`,
  status,
  message: '',
  scanned: 3,
  matched: 2,
  needs_look: [],
});
const sighting = (mailbox: number, mail: string, code: string) => ({
  mailbox,
  mail,
  found: {
    code,
    account: `box${mailbox}@x.test`,
    email_subject: 'Presale',
    email_from: 'a@x.test',
    email_date: '2026-11-20T10:00:00.000Z',
    confidence: 0.9,
    evidence: `Use ${code}`,
    mail_id: '1/INBOX/1/1',
  },
});

async function newJob(mailboxes: number[], withinMs = 60_000): Promise<DeskJob> {
  const keys = readSettings().DATA_KEY;
  const sealedMailbox = (id: number) => {
    const access = { user: `box${id}@x.test`, host: 'mail.test', port: 993, sealRow: 'row' };
    return {
      id,
      ...access,
      auth: 'password' as const,
      sealed: seal(keys, mailboxPasswordPlace(access), 'a-password'),
    };
  };
  return {
    kind: 'scan',
    id: `scan-${crypto.randomUUID()}`,
    withinMs,
    mailboxes: mailboxes.map(sealedMailbox),
    query: ANY_CODE,
  };
}

/**
 * Passes a job to the desk.
 * @returns its events as they arrive, and what the desk sends.
 */
async function call(job: DeskJob) {
  const listener = crypto.randomUUID();
  const stream = await desk().join(job, listener);
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const events: SearchEvent[] = [];
  const reading = (async () => {
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (rest + next.value).split('\n');
      rest = lines.pop() ?? '';
      events.push(...lines.map((line) => searchEvent.parse(JSON.parse(line))));
    }
  })();
  return { events, ended: reading, leave: () => desk().leave(job.id, listener) };
}

const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

describe('the desk', () => {
  let scanners: TestScanner[] = [];
  const connect = async (): Promise<TestScanner> => {
    const scanner = await TestScanner.connect();
    scanners.push(scanner);
    return scanner;
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => {
    for (const scanner of scanners) scanner.leave();
    scanners = [];
    vi.useRealTimers();
  });

  test('opens passwords only for the scanner, and returns its results', async () => {
    const scanner = await connect();
    const job = await newJob([1]);
    const requested = await call(job);
    const message = await scanner.received('scan', job.id);
    expect(message).toMatchObject({ mailboxes: [{ id: 1, password: 'a-password' }] });
    scanner.send({ type: 'codes', job: job.id, sightings: [sighting(1, 'm1', 'AAA')] });
    scanner.send({ type: 'progress', job: job.id, mailbox: report(1, 'ok') });
    scanner.send({ type: 'done', job: job.id });
    await requested.ended;
    expect(requested.events.map(({ type }) => type)).toEqual(['codes', 'progress', 'done']);
    expect(JSON.stringify(requested.events)).not.toContain('a-password');
  });

  test('reads the other mailboxes when the stored password of one cannot be opened', async () => {
    const scanner = await connect();
    const job = await newJob([1, 2]);
    for (const mailbox of job.mailboxes) if (mailbox.id === 1) mailbox.sealRow = 'another row';
    const requested = await call(job);
    const message = await scanner.received('scan', job.id);
    expect(message).toMatchObject({ mailboxes: [{ id: 2, password: 'a-password' }] });
    scanner.send({ type: 'progress', job: job.id, mailbox: report(2, 'ok') });
    scanner.send({ type: 'done', job: job.id });
    await requested.ended;
    const lost = { status: 'failed', message: expect.stringContaining('can no longer be opened') };
    expect(requested.events.at(-1)).toMatchObject({
      answer: { mailboxes: [lost, { status: 'ok' }] },
    });
  });

  test.each([{ host: 'mail.attacker.test' }, { port: 143 }, { user: 'somebody@x.test' }])(
    'does not send a password to %j, for which it was not entered',
    async (changed) => {
      await connect();
      const job = await newJob([1]);
      for (const mailbox of job.mailboxes) Object.assign(mailbox, changed);
      const requested = await call(job);
      await requested.ended;
      expect(requested.events.at(-1)).toMatchObject({
        type: 'done',
        answer: { mailboxes: [{ status: 'failed' }] },
      });
    },
  );

  test('ends a search if none of its stored passwords can be opened', async () => {
    await connect();
    const job = await newJob([1]);
    for (const mailbox of job.mailboxes) mailbox.sealRow = 'another row';
    const requested = await call(job);
    await requested.ended;
    expect(requested.events.at(-1)).toMatchObject({
      type: 'done',
      answer: { mailboxes: [{ status: 'failed' }] },
    });
  });

  test('sends a code of a mail once, however often it is reported', async () => {
    const scanner = await connect();
    const job = await newJob([1]);
    const requested = await call(job);
    await scanner.received('scan', job.id);
    const twice = [sighting(1, 'm1', 'AAA'), sighting(1, 'm1', 'AAA'), sighting(1, 'm2', 'AAA')];
    scanner.send({ type: 'codes', job: job.id, sightings: twice });
    scanner.send({ type: 'codes', job: job.id, sightings: twice });
    scanner.send({ type: 'done', job: job.id });
    await requested.ended;
    const reported = requested.events.flatMap((event) =>
      event.type === 'codes' ? [event.codes] : [],
    );
    expect(reported).toMatchObject([[{ code: 'AAA' }, { code: 'AAA' }]]);
  });

  test('assigns a job with an expired lease to another scanner, without the mailboxes that are already read', async () => {
    const first = await connect();
    const job = await newJob([1, 2]);
    const requested = await call(job);
    await first.received('scan', job.id);
    first.send({ type: 'progress', job: job.id, mailbox: report(1, 'incomplete') });
    await vi.waitUntil(() => requested.events.length > 0, PATIENCE);
    later(20_000);
    const second = await connect();
    await runDurableObjectAlarm(desk());
    expect(await second.received('scan', job.id)).toMatchObject({ mailboxes: [{ id: 2 }] });
    // The first one lost its connection: nothing that it finds later arrives.
    await vi.waitUntil(() => first.isCutOff, PATIENCE);
    second.send({ type: 'codes', job: job.id, sightings: [sighting(2, 'm1', 'RIGHT')] });
    second.send({ type: 'progress', job: job.id, mailbox: report(2, 'ok') });
    second.send({ type: 'done', job: job.id });
    await requested.ended;
    const mailboxes = [{ status: 'incomplete' }, { status: 'ok' }];
    expect(requested.events.at(-1)).toMatchObject({
      type: 'done',
      answer: { codes: [{ code: 'RIGHT' }], mailboxes },
    });
  });

  test('treats a silent scanner as disconnected', async () => {
    await connect();
    expect(await desk().connectedScanners()).toMatchObject([{ since: expect.any(Number) }]);
    later(20_000);
    expect(await desk().connectedScanners()).toEqual([]);
  });

  test('ends a job at its deadline, reports every unread mailbox, and keeps the results', async () => {
    const scanner = await connect();
    const job = await newJob([1, 2], 10_000);
    const requested = await call(job);
    await scanner.received('scan', job.id);
    scanner.send({ type: 'codes', job: job.id, sightings: [sighting(1, 'm1', 'AAA')] });
    scanner.send({ type: 'progress', job: job.id, mailbox: report(1, 'ok') });
    await vi.waitUntil(() => requested.events.length > 1, PATIENCE);
    later(11_000);
    await runDurableObjectAlarm(desk());
    await requested.ended;
    expect(requested.events.at(-1)).toMatchObject({
      type: 'done',
      answer: {
        codes: [{ code: 'AAA' }],
        mailboxes: [
          { status: 'ok' },
          { status: 'failed', message: expect.stringContaining('time') },
        ],
      },
    });
    await scanner.received('cancel', job.id);
  });

  test('stops the scanner when the last listener disconnects', async () => {
    const scanner = await connect();
    const job = await newJob([1]);
    const requested = await call(job);
    await scanner.received('scan', job.id);
    await requested.leave();
    await scanner.received('cancel', job.id);
  });

  test('gives up a job that four consecutive scanners have abandoned', async () => {
    const job = await newJob([1]);
    const first = await connect();
    const requested = await call(job);
    await first.received('scan', job.id);
    first.leave();
    for (let i = 0; i < 3; i++) {
      const next = await connect();
      await next.received('scan', job.id);
      next.leave();
    }
    await connect();
    await requested.ended;
    expect(requested.events.at(-1)).toMatchObject({
      type: 'done',
      answer: {
        mailboxes: [{ status: 'failed', message: expect.stringContaining('scanners stopped') }],
      },
    });
  });

  test('divides jobs among the scanners', async () => {
    const both = [await connect(), await connect()];
    const jobs = await Promise.all([newJob([1]), newJob([2]), newJob([3]), newJob([4])]);
    const requested = await Promise.all(jobs.map(call));
    const scans = () =>
      both.map(({ messages }) => messages.filter(({ type }) => type === 'scan').length);
    await vi.waitUntil(() => scans().every((count) => count === 2), PATIENCE);
    await Promise.all(requested.map(({ leave }) => leave()));
  });
});
