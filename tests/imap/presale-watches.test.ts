import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notification } from '../../shared/notifications/schema.ts';
import type { PresaleWatch, WatchedCode } from '../../shared/presale-watches/schema.ts';
import { addMailboxes, call, searchToEnd } from './client.ts';
import { codeMail, deliver, partnerMail } from './deliver.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { fingerprints } from './fingerprints.ts';
import { writeMaildir } from './maildir.ts';
import { type Product, startProduct, until } from './product.ts';

const reason = missingDovecot();
const USERS = ['one@x.example', 'two@x.example'];
const SEARCH = { search_keywords: ['herons'], code_length_min: 4, code_length_max: 20 };

describe.skipIf(reason !== null)(
  `watches on the server${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let mail: MailServer;
    let product: Product;
    let scanner: ChildProcess;
    let ids: number[];
    let watch: PresaleWatch;

    beforeAll(async () => {
      const maildir = writeMaildir({ mails: 40, recent: 0, recentDays: 6, now: Date.now() });
      [mail, product] = await Promise.all([
        startDovecot(new Map(USERS.map((user) => [user, maildir]))),
        startProduct(),
      ]);
      scanner = await product.startScanner(mail.caFile);
      const { host, tlsPort: port, password } = mail;
      ids = await addMailboxes(
        product,
        USERS.map((user) => ({ user, host, port, password })),
      );
      watch = await addWatch('Night Herons', ids);
      await until(async () => (await stateOf(watch.id)).state === 'watching');
    });
    afterAll(async () => {
      await product?.stop();
      await mail?.stop();
    });

    const addWatch = async (name: string, mailboxes: readonly number[]) => {
      const search = { ...SEARCH, imap_account_ids: mailboxes };
      const { status, body } = await call(product, 'POST', '/presale-watches', { name, search });
      expect(status).toBe(201);
      return body.data as PresaleWatch;
    };
    const listWatches = async () =>
      (await call(product, 'GET', '/presale-watches')).body.data as PresaleWatch[];
    const stateOf = async (id: number) =>
      (await listWatches()).find((one) => one.id === id) as PresaleWatch;
    const codesOf = async (id: number) =>
      (await call(product, 'GET', `/presale-watches/${id}/codes`)).body.data as WatchedCode[];
    const isFound = async (code: string, id = watch.id) =>
      (await codesOf(id)).some((found) => found.code === code);
    const toldOf = async (code: string) => {
      const { body } = await call(product, 'GET', '/notifications?kind=presale_code&limit=200');
      return (body.data as Notification[]).filter(({ body }) => body.startsWith(`${code},`));
    };
    const folderOf = (index: number) => mail.maildir(USERS[index] ?? '');

    it('report a code once, with sender, sentence and confidence, and change nothing in the mailbox', async () => {
      deliver(folderOf(0), codeMail('HERON4711'));
      const files = fingerprints(folderOf(0));
      await until(() => isFound('HERON4711'));
      const [found] = await codesOf(watch.id);
      expect(found).toMatchObject({
        account: USERS[0],
        email_from: expect.stringContaining('club@'),
      });
      const told = await toldOf('HERON4711');
      expect(told).toHaveLength(1);
      expect(told[0]).toMatchObject({ title: 'Night Herons', topic: 'New presale code' });
      expect(told[0]?.body).toMatch(
        /% likely, from Night Herons Club .*presale code for Night Herons/,
      );
      expect(fingerprints(folderOf(0))).toEqual(files);
      expect(await stateOf(watch.id)).toMatchObject({
        state: 'watching',
        reason: null,
        codes: 1,
        mailboxes: ids.map((id) => ({ id, mode: 'idle', reason: null })),
      });
    });

    it('report mails that arrived while the scanner was killed or had not stored them yet, each once', async () => {
      deliver(folderOf(0), codeMail('KILLED001'));
      scanner.kill('SIGKILL');
      deliver(folderOf(1), codeMail('KILLED002'));
      await until(async () => (await stateOf(watch.id)).state === 'waiting');
      scanner = await product.startScanner(mail.caFile);
      await until(async () => (await isFound('KILLED001')) && (await isFound('KILLED002')));
      expect(await toldOf('KILLED001')).toHaveLength(1);
      expect(await toldOf('KILLED002')).toHaveLength(1);
      expect(await toldOf('HERON4711')).toHaveLength(1);
    });

    it('continue after the Worker and the mail server were lost', async () => {
      const restarted = product.restartWorker();
      deliver(folderOf(0), codeMail('WORKER001'));
      await restarted;
      mail.disconnectAll();
      deliver(folderOf(1), codeMail('SERVER001'));
      await until(async () => (await isFound('WORKER001')) && (await isFound('SERVER001')));
      expect(await toldOf('WORKER001')).toHaveLength(1);
      expect(await toldOf('SERVER001')).toHaveLength(1);
    });

    it('continue after Worker and database were killed at the same time', async () => {
      const restarted = Promise.all([product.killWorker(300), product.killDatabase(0)]);
      deliver(folderOf(0), codeMail('BOTH00001'));
      await restarted;
      deliver(folderOf(1), codeMail('BOTH00002'));
      await until(async () => (await isFound('BOTH00001')) && (await isFound('BOTH00002')));
      expect(await toldOf('BOTH00001')).toHaveLength(1);
      expect(await toldOf('BOTH00002')).toHaveLength(1);
    });

    it('move to another scanner when theirs ends', async () => {
      const second = await product.startScanner(mail.caFile);
      scanner.kill('SIGKILL');
      scanner = second;
      deliver(folderOf(0), codeMail('MOVED0001'));
      await until(() => isFound('MOVED0001'));
      expect(await toldOf('MOVED0001')).toHaveLength(1);
    });

    it('report nothing of earlier mails to a new watch, nothing to a paused one, and the next mail to both', async () => {
      const other = await addWatch('Herons again', ids.slice(0, 1));
      await call(product, 'PATCH', `/presale-watches/${watch.id}`, { is_paused: true });
      deliver(folderOf(0), codeMail('PAUSED001'));
      await until(() => isFound('PAUSED001', other.id));
      expect(await isFound('PAUSED001')).toBe(false);
      expect(await isFound('HERON4711', other.id)).toBe(false);
      expect(await stateOf(watch.id)).toMatchObject({ is_paused: true, state: 'waiting' });
      await call(product, 'DELETE', `/presale-watches/${other.id}`);
      expect((await listWatches()).map(({ id }) => id)).toEqual([watch.id]);
    });

    it('find the code of the next mail of a sender with a higher chance after one was confirmed', async () => {
      const find = async (code: string) =>
        (await codesOf(watch.id)).find((one) => one.code === code);
      await call(product, 'PATCH', `/presale-watches/${watch.id}`, { is_paused: false });
      deliver(folderOf(0), partnerMail('ASHLAR77', 'NH/2026/0418'));
      await until(() => isFound('ASHLAR77'));
      const first = await find('ASHLAR77');
      expect(first?.confidence).toBeLessThan(0.5);
      const answered = await call(product, 'POST', `/found-codes/${first?.code_id}/verdict`, {
        verdict: 'right',
      });
      expect(answered.status).toBe(200);
      deliver(folderOf(0), partnerMail('HOLMOAK15', 'NH/2026/0467'));
      await until(() => isFound('HOLMOAK15'));
      const second = await find('HOLMOAK15');
      expect(second?.confidence).toBeGreaterThan(0.9);
      expect((await find('NH/2026/0467'))?.confidence ?? 0).toBeLessThan(0.5);

      // A search rates both mails in the same way, and uses the same ids for them.
      const { codes } = await searchToEnd(product, ids.slice(0, 1));
      const found = codes.filter(({ email_from }) => email_from.includes('partners@'));
      expect(found.find(({ code }) => code === 'HOLMOAK15')).toMatchObject({
        confidence: second?.confidence,
        code_id: second?.code_id,
      });
      const { body } = await call(product, 'GET', '/code-memory');
      expect(body.data).toMatchObject({
        senders: [{ name: 'Night Herons Office <partners@herons.example>', right: 1 }],
        answers: [{ code: first?.code_id?.split('.')[0], verdict: 'right' }],
      });
    });

    it('recognise the list of a sender whose name and address differ in each mail', async () => {
      const find = async (code: string) =>
        (await codesOf(watch.id)).find((one) => one.code === code);
      const senderOf = (person: string, list: string) => [
        `From: ${person} <bounce-${person.length}4711${person.toLowerCase()}@lists.example>`,
        `List-Id: Night Herons <${list}.lists.example>`,
      ];
      const send = async (code: string, sender: string[]) => {
        deliver(folderOf(0), partnerMail(code, 'LH/2026/0500', sender));
        await until(() => isFound(code));
        return find(code);
      };
      const first = await send('SANDSTON3', senderOf('Maria', 'herons'));
      expect(first?.confidence).toBeLessThan(0.5);
      const path = `/found-codes/${first?.code_id}/verdict`;
      expect((await call(product, 'POST', path, { verdict: 'right' })).status).toBe(200);
      const next = await send('LIMESTON4', senderOf('Jonathan', 'herons'));
      expect(next?.confidence).toBeGreaterThan(0.9);
      const other = await send('FLINTSTN5', senderOf('Maria', 'others'));
      expect(other?.confidence).toBe(first?.confidence);
    });

    it('name a mailbox that cannot be opened, until its password is right', async () => {
      const { host, tlsPort: port, password } = mail;
      const [id = 0] = await addMailboxes(product, [
        { user: 'wrong@x.example', host, port, password: 'not-this-one' },
      ]);
      const failing = await addWatch('Refused', [id]);
      await until(async () => (await stateOf(failing.id)).state === 'failing');
      expect(await stateOf(failing.id)).toMatchObject({
        reason: expect.stringContaining('wrong@x.example: localhost rejected this password.'),
        mailboxes: [{ id, mode: 'failing' }],
      });
      const account = { user: 'wrong@x.example', host, port, password, is_active: true };
      await call(product, 'PUT', `/imap-accounts/${id}`, account);
      await until(async () => (await stateOf(failing.id)).state === 'watching');
    });
  },
);
