import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundCode } from '../../shared/presale-codes/events.ts';
import { addMailboxes, call, search, searchToEnd } from './client.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { fingerprints } from './fingerprints.ts';
import { writeMaildir } from './maildir.ts';
import { type Product, startProduct, until } from './product.ts';

const reason = missingDovecot();
const USERS = Array.from({ length: 10 }, (_, i) => `box${i}@x.example`);

describe.skipIf(reason !== null)(
  `presale searches${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let mail: MailServer;
    let product: Product;
    let scanner: ChildProcess;
    let ids: number[];
    let wrongId: number;
    /** The session tokens of further operators. */
    let tokens: string[];
    const output: string[] = [];
    const scansLogged = (): number => output.join('').split('"message":"scan"').length;

    beforeAll(async () => {
      const maildir = writeMaildir({ mails: 2000, recent: 70, recentDays: 6, now: Date.now() });
      [mail, product] = await Promise.all([
        startDovecot(new Map(USERS.map((user) => [user, maildir]))),
        startProduct(),
      ]);
      const box = (user: string, password: string) => ({
        user,
        host: mail.host,
        port: mail.tlsPort,
        password,
      });
      tokens = await product.addOperators(17);
      ids = await addMailboxes(
        product,
        USERS.map((user) => box(user, mail.password)),
      );
      [wrongId = 0] = await addMailboxes(product, [box('wrong@x.example', 'a-wrong-password')]);
    });
    afterAll(async () => {
      await product?.stop();
      await mail?.stop();
    });

    it('report what to do while no scanner is connected', async () => {
      const { status, body } = await call(product, 'POST', '/presale-codes/search', {
        search_keywords: ['e'],
        code_length_min: 3,
        search_days: 1,
        imap_account_ids: ids,
      });
      expect({ status, success: body.success }).toEqual({ status: 503, success: false });
      expect(body.message).toMatch(/^No scanner is connected\. Start the scanner/);
    });

    it('read ten mailboxes of 2,000 mails over TLS, report a wrong password among them and change no mail', async () => {
      scanner = await product.startScanner(mail.caFile);
      scanner.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
      const before = USERS.map((user) => fingerprints(mail.maildir(user)));
      const answer = await searchToEnd(product, [...ids, wrongId]);
      const ok = answer.mailboxes.filter(({ status }) => status === 'ok');
      expect(ok.map(({ scanned, matched }) => [scanned, matched])).toEqual(
        USERS.map(() => [70, 70]),
      );
      expect(answer.mailboxes.at(-1)).toMatchObject({
        user: 'wrong@x.example',
        status: 'failed',
        message: 'localhost rejected this password. Check the email address and the password.',
      });
      expect(answer.codes.length).toBeGreaterThan(300);
      expect(Object.keys(answer.codes[0] ?? {}).sort()).toEqual([
        'account',
        'code',
        'code_id',
        'confidence',
        'email_date',
        'email_from',
        'email_subject',
        'evidence',
        'mail_id',
      ]);
      expect(USERS.map((user) => fingerprints(mail.maildir(user)))).toEqual(before);
    });

    it('return the same as JSON and as a stream', async () => {
      const streamed = await searchToEnd(product, ids.slice(0, 2));
      const { status, body } = await call(product, 'POST', '/presale-codes/search', {
        search_keywords: ['e'],
        code_length_min: 3,
        code_length_max: 40,
        search_days: 7,
        imap_account_ids: ids.slice(0, 2),
      });
      expect(status).toBe(200);
      expect(body).toEqual(streamed);
    });

    it('are joined, not repeated, by a call with the same id', async () => {
      const id = crypto.randomUUID();
      const [first, second] = await Promise.all([
        searchToEnd(product, ids.slice(0, 1), { id }),
        searchToEnd(product, ids.slice(0, 1), { id }),
      ]);
      expect(second).toEqual(first);
      expect(await searchToEnd(product, ids.slice(0, 1), { id })).toEqual(first);
    });

    it('end at the scanner when the browser disconnects, and the next search runs', async () => {
      const scansBefore = scansLogged();
      const controller = new AbortController();
      const left = (async () => {
        for await (const { event } of search(product, ids, { signal: controller.signal }))
          if (event === 'progress') controller.abort();
      })();
      await expect(left).rejects.toThrow();
      await until(() => scansLogged() > scansBefore);
      expect((await searchToEnd(product, ids.slice(0, 1))).mailboxes[0]?.status).toBe('ok');
    });

    it('run fifty at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          searchToEnd({ url: product.url, token: tokens[i % 17] ?? '' }, [ids[i % 10] ?? 0], {
            more: { search_days: 1 },
          }),
        ),
      );
      expect(new Set(answers.map(({ mailboxes }) => mailboxes[0]?.status))).toEqual(
        new Set(['ok']),
      );
    });

    it('are divided among three scanners, and finished by two when one is killed in the middle: nothing arrives twice', async () => {
      const some = ids.slice(0, 5);
      const calm = await searchToEnd(product, some);
      const others = [
        await product.startScanner(mail.caFile),
        await product.startScanner(mail.caFile),
      ];
      const logs = others.map((one) => {
        const lines: string[] = [];
        one.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
        return lines;
      });
      // One operator may run three searches at a time.
      const searchOnce = async (token: string) => {
        const codes: string[] = [];
        for await (const event of search({ url: product.url, token }, some)) {
          if (event.event === 'code') {
            scanner.kill('SIGKILL');
            codes.push(JSON.stringify(event.data));
          }
          if (event.event === 'done') return { codes, answer: event.data };
        }
        throw new Error('the stream ended early');
      };
      const searches = tokens
        .slice(0, 2)
        .flatMap((token) => [token, token, token])
        .map(searchOnce);
      // The end of a mail's id proves that this operator may open it.
      const inOrder = (codes: readonly FoundCode[]) =>
        codes.map(({ code, mail_id }) => `${code} ${mail_id.replace(/[^/]*$/, '')}`).sort();
      for (const { codes, answer } of await Promise.all(searches)) {
        expect(codes).toHaveLength(answer.codes.length);
        expect(inOrder(answer.codes)).toEqual(inOrder(calm.codes));
        expect(answer.mailboxes.map(({ status, scanned }) => [status, scanned])).toEqual(
          some.map(() => ['ok', 70]),
        );
      }
      if (scanner.exitCode === null && scanner.signalCode === null) await once(scanner, 'exit');
      await until(() => logs.every((lines) => lines.join('').includes('"message":"scan"')));
    });

    it('survive a restart of the Worker: the same search is rejoined', async () => {
      const id = crypto.randomUUID();
      const first = (async () => {
        let isRestarting: Promise<void> | null = null;
        for await (const { event } of search(product, ids, { id })) {
          if (event === 'code') isRestarting ??= product.restartWorker();
          if (event === 'done') return;
        }
        await isRestarting;
      })();
      await first.catch(() => undefined); // the stream breaks with the Worker
      await until(
        async () =>
          ((await fetch(`${product.url}/api/health`).catch(() => null))?.status ?? 0) === 200,
      );
      const answer = await searchToEnd(product, ids, { id });
      expect(answer.mailboxes.map(({ status, scanned }) => [status, scanned])).toEqual(
        USERS.map(() => ['ok', 70]),
      );
    });

    it('leave no password, address or mail text in the log of the scanner', () => {
      const log = output.join('');
      expect(log).toContain('"message":"scan"');
      for (const secret of [mail.password, 'a-wrong-password', '@x.example', 'presale', 'HARVEST'])
        expect(log).not.toContain(secret);
    });
  },
);
