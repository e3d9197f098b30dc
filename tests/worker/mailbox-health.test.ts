import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { CHECK_AGAIN_MS, CHECK_EVERY_MS } from '../../shared/mailboxes/health.ts';
import type { MailboxReport } from '../../shared/presale-codes/events.ts';
import type { FromScanner } from '../../shared/scanners/protocol.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { imapAccounts } from '../../worker/db/schema/mailboxes.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import {
  checkMailboxes,
  findAccounts,
  recordReports,
} from '../../worker/features/mailboxes/index.ts';
import { PATIENCE } from '../factories/patience.ts';
import { whenFree } from '../factories/worker/alone.ts';
import { makeCtx } from '../factories/worker/context.ts';
import {
  type Account,
  connectScanner,
  type Job,
  openMailboxes,
  ownUser,
  probed,
  reportOf,
} from './mailbox-world.ts';

let world: Awaited<ReturnType<typeof openMailboxes>>;
beforeAll(async () => {
  world = await openMailboxes();
});

type Scanner = Awaited<ReturnType<typeof connectScanner>>;
const passwordsOf = (scanner: Scanner) =>
  scanner.jobsOf('probe').flatMap(({ mailboxes }) => mailboxes.map(({ password }) => password));
const FAILED = { status: 'failed', message: 'It refused.', unreachable: true } as const;

/** Waits until a check has run, started by the save or by the queue. */
const healthOf = (user: string) =>
  vi.waitUntil(async () => {
    const { health } = await world.find(user);
    return health.checked_at === null ? null : health;
  }, PATIENCE);

describe('the check of a mailbox', () => {
  test('follows a save and shows in a sentence why it failed', async () => {
    const scanner = await connectScanner(probed(FAILED));
    const { user } = await world.addMailbox();
    await whenFree(() => checkMailboxes(makeCtx()));
    expect(await healthOf(user)).toMatchObject({
      is_due: false,
      worked_at: null,
      failures: 1,
      failure: 'It refused.',
    });
    scanner.close();
  });

  test('of a mailbox that failed follows each save, also one that changes nothing', async () => {
    const scanner = await connectScanner(probed(FAILED));
    const { id, user } = await world.addMailbox();
    await whenFree(() => checkMailboxes(makeCtx()));
    expect(await healthOf(user)).toMatchObject({ is_due: false, failures: 1 });
    scanner.close();
    const json = JSON.stringify({ user, host: 'imap.host.test', port: 993, is_active: true });
    const headers = { 'content-type': 'application/json' };
    await world.call(`/imap-accounts/${id}`, { method: 'PUT', headers, body: json });
    expect((await world.find(user)).health).toMatchObject({ is_due: true, failures: 1 });
    const again = await connectScanner(probed({}));
    await vi.waitUntil(async () => {
      await whenFree(() => checkMailboxes(makeCtx()));
      return (await world.find(user)).health.failures === 0;
    }, PATIENCE);
    again.close();
  });

  test('waits while no scanner is connected', async () => {
    const { user } = await world.addMailbox();
    const enqueue = vi.fn();
    await whenFree(() => checkMailboxes(makeCtx({ enqueue })));
    expect((await world.find(user)).health).toMatchObject({ is_due: true, checked_at: null });
    expect(enqueue).not.toHaveBeenCalled();
  });

  test('skips inactive mailboxes until they are activated', async () => {
    const { id, user, health } = await world.addMailbox({ is_active: false });
    expect(health.is_due).toBe(false);
    const json = JSON.stringify({ user, host: 'imap.host.test', port: 993, is_active: true });
    const headers = { 'content-type': 'application/json' };
    await world.call(`/imap-accounts/${id}`, { method: 'PUT', headers, body: json });
    expect((await world.find(user)).health.is_due).toBe(true);
  });

  test('can be requested, and is recorded', async () => {
    const { id, user } = await world.addMailbox();
    await makeCtx()
      .db.update(imapAccounts)
      .set({ checkDueAt: Date.now() + CHECK_EVERY_MS })
      .where(eq(imapAccounts.id, id));
    const response = await world.post('/imap-accounts/check', { ids: [id] });
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 202,
      body: { success: true, due: 1, message: 'Check requested' },
    });
    expect((await world.find(user)).health.is_due).toBe(true);
    const rows = await makeCtx()
      .db.select()
      .from(audit)
      .where(eq(audit.action, 'mailbox-health.check'));
    expect(rows.at(-1)?.detail).toBe('{"mailboxes":1}');
  });
});

describe('the health of a mailbox', () => {
  /** Records a report like a search at this time. */
  async function record({ id, user }: Account, at: number, part: Partial<MailboxReport>) {
    const ctx = makeCtx({ clock: () => at });
    await recordReports(ctx, await findAccounts(ctx.db, [id]), [reportOf({ id, user }, part)]);
  }
  const news = async (user: string) =>
    (
      await makeCtx()
        .db.select()
        .from(notifications)
        .where(eq(notifications.title, user))
        .orderBy(notifications.id)
    ).map(({ kind, topic, body, href }) => ({ kind, topic, body, href }));

  test('is reported once per streak of failures, and once when the mailbox works again', async () => {
    const account = await world.addMailbox();
    const { id, user } = account;
    const start = Date.now();
    const href = `/imap-accounts?edit=${id}`;
    const failing = {
      kind: 'mailbox',
      topic: 'Cannot be read',
      body: 'It refused. Presale codes sent there are not found.',
      href,
    };
    const working = {
      kind: 'mailbox',
      topic: 'Works again',
      body: 'Presale searches read it.',
      href,
    };
    await record(account, start, FAILED);
    expect(await news(user)).toEqual([]);
    await record(account, start + CHECK_AGAIN_MS, FAILED);
    await record(account, start + CHECK_EVERY_MS, FAILED);
    expect(await news(user)).toEqual([failing]);
    expect((await world.find(user)).health).toMatchObject({
      failures: 3,
      failing_since: new Date(start).toISOString(),
    });
    await record(account, start + 2 * CHECK_EVERY_MS, { status: 'incomplete' });
    await record(account, start + 3 * CHECK_EVERY_MS, {});
    expect(await news(user)).toEqual([failing, working]);
    expect((await world.find(user)).health).toMatchObject({ failures: 0, failure: null });
  });

  test('is unchanged when a search ran out of time', async () => {
    const account = await world.addMailbox();
    await record(account, Date.now(), { status: 'failed', message: 'The search ran out of time.' });
    expect((await world.find(account.user)).health).toMatchObject({
      checked_at: null,
      failures: 0,
    });
  });

  test('ignores an attempt that used the password from before the last save', async () => {
    const { id, user } = await world.addMailbox();
    const ctx = makeCtx();
    const before = await findAccounts(ctx.db, [id]);
    await ctx.db.update(imapAccounts).set({ checkDueAt: 1 }).where(eq(imapAccounts.id, id));
    await recordReports(ctx, before, [reportOf({ id, user }, FAILED)]);
    expect((await world.find(user)).health).toMatchObject({ is_due: true, failures: 0 });
  });

  test('is counted once if two checks end at the same time', async () => {
    const { id, user } = await world.addMailbox();
    const ctx = makeCtx({ clock: () => Date.now() });
    const before = await findAccounts(ctx.db, [id]);
    const reports = [reportOf({ id, user }, FAILED)];
    await Promise.all([recordReports(ctx, before, reports), recordReports(ctx, before, reports)]);
    expect((await world.find(user)).health.failures).toBe(1);
  });
});

describe('pasted mailboxes', () => {
  test('are added with their tags, and those already in the list stay unchanged', async () => {
    const existing = await world.addMailbox();
    const user = ownUser();
    const place = { host: 'imap.host.test', port: 993, password: 'pasted' };
    const response = await world.post('/imap-accounts/import', {
      accounts: [
        { ...place, user },
        { ...place, user: existing.user.toUpperCase() },
      ],
      tags: ['fans', ' fans', 'Paris'],
    });
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: {
        success: true,
        added: 1,
        known: [existing.user.toUpperCase()],
        message: 'Accounts added',
      },
    });
    const added = await world.find(user);
    expect(added).toMatchObject({ tags: ['Paris', 'fans'], health: { is_due: true } });
    expect((await world.find(existing.user)).tags).toEqual([]);
    const ctx = makeCtx();
    const [row] = await findAccounts(ctx.db, [added.id]);
    expect(row?.password).toMatch(/^v2\.test\./);
    const trail = await ctx.db
      .select()
      .from(audit)
      .where(eq(audit.subject, `imap_account:${added.id}`));
    expect(trail.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
      ['imap-accounts.add', { pasted: 2, tags: 'Paris, fans' }],
    ]);
  });

  test('are refused as a whole if one is malformed or there are more than 500', async () => {
    const one = { user: ownUser(), password: 'x' };
    for (const [accounts, path] of [
      [[one, { user: 'foo@bar', password: 'x' }], 'accounts.1.user'],
      [Array.from({ length: 501 }, () => one), 'accounts'],
    ] as const) {
      const response = await world.post('/imap-accounts/import', { accounts });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ issues: [{ path }] });
    }
    expect((await world.list()).some(({ user }) => user === one.user)).toBe(false);
  });
});

describe('the test of a connection', () => {
  const mailbox = { user: 'a@mail.test', host: 'imap.host.test', port: 993, password: 'typed now' };
  test('tries the values of the form and reports success', async () => {
    const scanner = await connectScanner(probed({ message: 'Connected to imap.host.test.' }));
    const response = await world.post('/imap-accounts/test', mailbox);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { success: true, message: 'Connected to imap.host.test.' },
    });
    expect(passwordsOf(scanner)).toContain('typed now');
    scanner.close();
  });

  test('uses the stored password of an edited mailbox', async () => {
    const scanner = await connectScanner(probed({ message: 'Connected.' }));
    const { id, user } = await world.addMailbox();
    const given = { id, user, host: 'imap.host.test', port: 993 };
    expect((await world.post('/imap-accounts/test', given)).status).toBe(200);
    scanner.close();
    // The scanner also checks the mailboxes that other tests saved.
    expect(scanner.jobsOf('probe').map(({ mailboxes }) => mailboxes)).toContainEqual([
      expect.objectContaining({ id, password: 'a stored password' }),
    ]);
  });

  test('reports the failure in the words of the scanner', async () => {
    const message = 'imap.host.test rejected this password. Use an app password.';
    const scanner = await connectScanner(probed({ status: 'failed', message }));
    const response = await world.post('/imap-accounts/test', mailbox);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 502,
      body: { success: false, message },
    });
    scanner.close();
  });

  test('requires the password of a mailbox that is not stored yet', async () => {
    const { password: _, ...without } = mailbox;
    const response = await world.post('/imap-accounts/test', without);
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
    const response = await world.post('/imap-accounts/test', mailbox);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(/no scanner is running\. Start the scanner/) },
    });
  });
});

describe('the folders of a mailbox', () => {
  const folders = [
    { path: 'INBOX', kind: 'inbox' as const, mails: 12 },
    { path: 'Été/Annonces', kind: 'other' as const, mails: null },
  ];
  const listing =
    (part: Partial<MailboxReport>) =>
    (job: Job): FromScanner[] => {
      if (job.type !== 'folders') return [...probed({})(job)];
      const [mailbox] = job.mailboxes;
      if (!mailbox) return [];
      const report = reportOf(mailbox, part);
      return [
        ...(report.status === 'ok' ? [{ type: 'folders' as const, job: job.job, folders }] : []),
        { type: 'progress', job: job.job, mailbox: report },
        { type: 'done', job: job.job },
      ];
    };
  const list = (id: number) => world.call(`/imap-accounts/${id}/folders`);

  test('are listed by the scanner with the stored password, and the audit trail records who did it', async () => {
    const scanner = await connectScanner(listing({}));
    const { id, user, host } = await world.addMailbox();
    const response = await list(id);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { success: true, data: folders },
    });
    expect(scanner.jobsOf('folders')[0]?.mailboxes).toEqual([
      expect.objectContaining({ id, password: 'a stored password' }),
    ]);
    const entries = await makeCtx()
      .db.select()
      .from(audit)
      .where(
        and(eq(audit.subject, `imap_account:${id}`), eq(audit.action, 'imap-accounts.folders')),
      );
    expect(entries.map(({ detail }) => JSON.parse(detail))).toEqual([{ user, host, port: 993 }]);
    scanner.close();
  });

  test('that cannot be listed are a failure in the words of the scanner', async () => {
    const message = 'imap.host.test does not list the folders of this mailbox.';
    const scanner = await connectScanner(listing({ status: 'failed', message }));
    const { id } = await world.addMailbox();
    const response = await list(id);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 502,
      body: { success: false, message },
    });
    scanner.close();
    expect((await list(999_999)).status).toBe(404);
  });

  test('need a scanner', async () => {
    const { id } = await world.addMailbox();
    const response = await list(id);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(/^The folders could not be listed: no scanner/) },
    });
  });

  test('are sent with a search if they were chosen', async () => {
    const scanner = await connectScanner((job) => probed({})(job));
    const { id } = await world.addMailbox({ folders: ['INBOX', 'Été/Annonces'] });
    const { id: usual } = await world.addMailbox();
    const controller = new AbortController();
    const search = world.call('/presale-codes/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({
        search_keywords: ['a'],
        imap_account_ids: [id, usual],
        code_length_min: 4,
        search_hours: 24,
      }),
      signal: controller.signal,
    });
    await vi.waitFor(() => expect(scanner.jobsOf('scan')).toHaveLength(1), PATIENCE);
    expect(scanner.jobsOf('scan')[0]?.mailboxes.map(({ folders }) => folders)).toEqual([
      ['INBOX', 'Été/Annonces'],
      null,
    ]);
    controller.abort();
    await search.catch(() => undefined);
    scanner.close();
  });
});
