import { abortAllDurableObjects } from 'cloudflare:test';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FoundCode, MailboxReport } from '../../shared/presale-codes/events.ts';
import type { FromScanner } from '../../shared/scanners/protocol.ts';
import { presaleWatchCodes } from '../../worker/db/schema/presale-watches.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { connectScanner, type Job, openMailboxes, reportOf } from './mailbox-world.ts';

let world: Awaited<ReturnType<typeof openMailboxes>>;
beforeAll(async () => {
  world = await openMailboxes();
});

const codeOf = (account: string): FoundCode => ({
  code: 'HARVEST',
  account,
  email_subject: 'Your code',
  email_from: 'club@herons.test',
  email_date: '2026-11-20T10:00:00.000Z',
  confidence: 0.97,
  evidence: 'Use code HARVEST.',
  mail_id: 'INBOX/7/1',
});
/** A code of the scanner in the form of the API's answer: the id of its mail is signed. */
const answered = (account: string) => ({
  ...codeOf(account),
  mail_id: expect.stringMatching(/^INBOX\/7\/1\/[0-9a-f]{32}$/),
});
const readOf = (id: number, user: string, status: MailboxReport['status']) =>
  reportOf({ id, user }, { status, scanned: 3, matched: 1 });
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
    { type: 'progress', job: job.job, mailbox: readOf(id, user, 'running') },
    { type: 'codes', job: job.job, sightings: [sighting] },
    // A scanner that took over repeats the reports of the earlier one.
    { type: 'codes', job: job.job, sightings: [sighting] },
    { type: 'progress', job: job.job, mailbox: readOf(id, user, 'ok') },
    { type: 'done', job: job.job },
  ];
};

describe('the presale search', () => {
  test('sends no scanner the password of a mailbox whose server was changed in the database', async () => {
    const scanner = await connectScanner(finding);
    const { id } = await world.addMailbox();
    const { db } = makeCtx();
    await db.run(sql`update imap_accounts set host = 'imap.attacker.test' where id = ${id}`);
    const response = await world.post('/presale-codes/search', searchOf(id));
    const { mailboxes } = await response.json<{ mailboxes: MailboxReport[] }>();
    expect(mailboxes).toMatchObject([{ id, status: 'failed' }]);
    const sent = [...scanner.jobsOf('scan'), ...scanner.jobsOf('probe')];
    expect(JSON.stringify(sent)).not.toContain('imap.attacker.test');
    scanner.close();
  });

  test('returns the specified fields, with sentences and a report of each mailbox', async () => {
    const scanner = await connectScanner(finding);
    const { id, user } = await world.addMailbox();
    const response = await world.post('/presale-codes/search', searchOf(id));
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: {
        success: true,
        codes: [answered(user)],
        message: '1 code(s) found',
        mailboxes: [readOf(id, user, 'ok')],
        left_out_codes: [],
        notes: [],
      },
    });
    const [job] = scanner.jobsOf('scan');
    expect(job).toMatchObject({
      type: 'scan',
      mailboxes: [{ id, user, host: 'imap.host.test', port: 993, password: 'a stored password' }],
      query: {
        keywords: ['herons'],
        mustInclude: ['presale'],
        excluded: ['WELCOME10', 'NEWS'],
        caseSensitive: true,
        // An empty largest length means an exact length.
        minLength: 6,
        maxLength: 6,
        specials: 'no',
        allowedSpecials: '',
      },
    });
    scanner.close();
  });

  test('stores its codes for the pages of sales, once, with the words of all searches', async () => {
    const { id, user } = await world.addMailbox();
    const found = (mail: number, code: string) => ({
      mailbox: id,
      mail: `INBOX ${mail}`,
      found: { ...codeOf(user), code, mail_id: `${id}/INBOX/7/${mail}` },
    });
    const scanner = await connectScanner((job) => {
      if (job.type !== 'scan') return [];
      const sightings = [found(1, 'HARVEST'), found(2, 'OTHER22')];
      return [
        { type: 'codes', job: job.job, sightings },
        { type: 'done', job: job.job },
      ];
    });
    for (const words of [['herons'], ['The Herons', 'herons']]) {
      const search = { ...searchOf(id), search_keywords: words };
      expect((await world.post('/presale-codes/search', search)).status).toBe(200);
    }
    const { mailboxId, code, watchId, mailKey, keywords, evidence } = presaleWatchCodes;
    const rows = await makeCtx()
      .db.select({ code, watchId, mailKey, keywords, evidence })
      .from(presaleWatchCodes)
      .where(eq(mailboxId, id))
      .orderBy(code);
    const stored = {
      watchId: 0,
      evidence: 'Use code HARVEST.',
      keywords: ['The Herons', 'herons'],
    };
    expect(rows).toEqual([
      { ...stored, code: 'HARVEST', mailKey: 'INBOX/7/1' },
      { ...stored, code: 'OTHER22', mailKey: 'INBOX/7/2' },
    ]);
    scanner.close();
  });

  test('reports an empty result with the text of the specification', async () => {
    const scanner = await connectScanner((job) =>
      job.type === 'scan' ? [{ type: 'done', job: job.job }] : [],
    );
    const { id } = await world.addMailbox();
    const body = await (await world.post('/presale-codes/search', searchOf(id))).json();
    expect(body).toMatchObject({
      success: true,
      codes: [],
      message: 'No codes found matching your criteria',
    });
    scanner.close();
  });

  test('streams progress, each code once, and the whole answer at the end', async () => {
    const scanner = await connectScanner(finding);
    const { id, user } = await world.addMailbox();
    const response = await world.post('/presale-codes/search', searchOf(id), {
      accept: 'text/event-stream',
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    // A proxy must pass the first event on at once.
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const events = (await response.text())
      .split('\n\n')
      .map((block) => ({
        name: /^event: (.*)$/m.exec(block)?.[1],
        data: /^data: (.*)$/m.exec(block)?.[1] ?? 'null',
      }))
      .filter(({ name }) => name !== undefined)
      .map(({ name, data }) => [name, JSON.parse(data)]);
    expect(events.map(([name]) => name)).toEqual(['progress', 'code', 'progress', 'done']);
    expect(events[1]?.[1]).toEqual(answered(user));
    expect(events.at(-1)?.[1]).toMatchObject({ success: true, codes: [answered(user)] });
    scanner.close();
  });

  test('reports the interruption when the desk is restarted, and can be rejoined by its id', async () => {
    const { id, user } = await world.addMailbox();
    const first = await connectScanner((job) =>
      job.type === 'scan'
        ? [{ type: 'progress', job: job.job, mailbox: readOf(id, user, 'running') }]
        : [],
    );
    const headers = { accept: 'text/event-stream', 'x-search-id': crypto.randomUUID() };
    const response = await world.post('/presale-codes/search', searchOf(id), headers);
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
    const joined = await (await world.post('/presale-codes/search', searchOf(id), headers)).text();
    expect(joined).toContain('event: done');
    expect([first.jobsOf('scan')[0]?.job, second.jobsOf('scan')[0]?.job]).toEqual([
      first.jobsOf('scan')[0]?.job,
      first.jobsOf('scan')[0]?.job,
    ]);
    second.close();
  });

  test('stays readable after its mailbox was deleted, and is not repeated', async () => {
    const scanner = await connectScanner(finding);
    const { id, user } = await world.addMailbox();
    const named = { 'x-search-id': crypto.randomUUID() };
    const first = await (await world.post('/presale-codes/search', searchOf(id), named)).json();
    expect(first).toMatchObject({ codes: [answered(user)] });
    await world.call(`/imap-accounts/${id}`, { method: 'DELETE' });
    const again = await world.post('/presale-codes/search', searchOf(id), named);
    expect(await again.json()).toEqual(first);
    expect((await world.post('/presale-codes/search', searchOf(id))).status).toBe(400);
    expect(scanner.jobsOf('scan')).toHaveLength(1);
    scanner.close();
  });

  test('never reports a code as certain', async () => {
    const { id, user } = await world.addMailbox();
    const scanner = await connectScanner((job) => [
      {
        type: 'codes',
        job: job.job,
        sightings: [{ mailbox: id, mail: 'INBOX 1', found: { ...codeOf(user), confidence: 1 } }],
      },
      { type: 'done', job: job.job },
    ]);
    const answer = await (await world.post('/presale-codes/search', searchOf(id))).json();
    expect(answer).toMatchObject({ codes: [{ confidence: 0.99 }] });
    scanner.close();
  });

  test('reports a search that cannot run as an event of its stream', async () => {
    const { id } = await world.addMailbox();
    const response = await world.post('/presale-codes/search', searchOf(id), {
      accept: 'text/event-stream',
    });
    const text = await response.text();
    expect(text).toContain('event: error\n');
    expect(text).toContain('"message":"No scanner is connected.');
  });
});

describe('the mail of a found code', () => {
  const mail = { subject: 'Code', from: '', date: '', text: 'Use HARVEST.', is_cut: false };
  /** Finds one code in each mailbox, and reads every mail. */
  const reading = (job: Job): readonly FromScanner[] => {
    if (job.type === 'fetch')
      return [
        { type: 'mail', job: job.job, mail },
        { type: 'done', job: job.job },
      ];
    if (job.type !== 'scan') return [];
    const sightings = job.mailboxes.map(({ id, user }) => ({
      mailbox: id,
      mail: 'Junk/7/42',
      found: { ...codeOf(user), mail_id: `${id}/Junk/7/42` },
    }));
    return [
      { type: 'codes', job: job.job, sightings },
      { type: 'done', job: job.job },
    ];
  };
  const open = (id: string, from = world) =>
    from.call(`/presale-codes/mail?${new URLSearchParams({ mail_id: id })}`);
  const find = async (id: number, from = world) => {
    const answer = await from.post('/presale-codes/search', searchOf(id));
    const { codes } = await answer.json<{ codes: FoundCode[] }>();
    return codes[0]?.mail_id ?? '';
  };

  test('is read by its signed id for the operator who found it, and for nobody else', async () => {
    const scanner = await connectScanner(reading);
    const { id } = await world.addMailbox();
    const mailId = await find(id);
    expect(await (await open(mailId)).json()).toEqual({ success: true, mail });
    expect(scanner.jobsOf('fetch')).toMatchObject([{ mail: 'Junk/7/42', mailboxes: [{ id }] }]);
    const message = 'No search of yours found this mail. Search again.';
    const other = await openMailboxes();
    for (const [forged, from] of [
      [mailId, other],
      [mailId.replace('/42/', '/41/'), world],
      [mailId.replace('/Junk/', '/INBOX/'), world],
      [mailId.replace('/7/', '/8/'), world],
      [mailId.replace(/^\d+/, (one) => String(Number(one) + 1)), world],
      [mailId.replace(/.$/, (last) => (last === '0' ? '1' : '0')), world],
    ] as const) {
      const response = await open(forged, from);
      expect([response.status, await response.json()]).toEqual([404, { success: false, message }]);
    }
    expect((await open(mailId.replace(/\/[0-9a-f]+$/, ''))).status).toBe(400);
    expect(scanner.jobsOf('fetch')).toHaveLength(1);
    scanner.close();
  });

  test('is not read once its mailbox is inactive or deleted', async () => {
    const scanner = await connectScanner(reading);
    const { id, user } = await world.addMailbox();
    const mailId = await find(id);
    const place = { user, host: 'imap.host.test', port: 993 };
    await world.call(`/imap-accounts/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...place, is_active: false }),
    });
    const inactive = await open(mailId);
    expect([inactive.status, await inactive.json()]).toEqual([
      409,
      { success: false, message: `${user} is inactive. Activate it to read its mails.` },
    ]);
    await world.call(`/imap-accounts/${id}`, { method: 'DELETE' });
    expect((await open(mailId)).status).toBe(404);
    expect(scanner.jobsOf('fetch')).toHaveLength(0);
    scanner.close();
  });

  test('adds one row to the audit trail, as each search does, without any of their texts', async () => {
    const scanner = await connectScanner(reading);
    const { db } = makeCtx();
    const { id } = await world.addMailbox();
    const named = { 'x-search-id': crypto.randomUUID() };
    const keyword = `herons ${crypto.randomUUID()}`;
    const search = { ...searchOf(id), search_keywords: [keyword] };
    const first = await world.post('/presale-codes/search', search, named);
    const { codes } = await first.json<{ codes: FoundCode[] }>();
    // The call joins the search and does not start another one.
    await world.post('/presale-codes/search', search, named);
    await open(codes[0]?.mail_id ?? '');
    const { rows } = await db.run(sql`
      select action, subject, detail from audit where action like 'presale-codes.%'
        and (subject = ${`imap_account:${id}`} or detail = ${JSON.stringify({ mailboxes: [id] })}) order by id`);
    expect(rows.map((row) => [row.action, row.subject, JSON.parse(String(row.detail))])).toEqual([
      ['presale-codes.search', 'presale_search', { mailboxes: [id] }],
      ['presale-codes.open-mail', `imap_account:${id}`, { mail: 'Junk/7/42' }],
    ]);
    const words = await db.run(sql`
      select count(*) as count from audit where detail like ${`%${keyword}%`} or detail like '%HARVEST%'`);
    expect(words.rows[0]?.count).toBe(0);
    scanner.close();
  });
});
