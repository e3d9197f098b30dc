import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../scripts/launch/network.ts';
import type { ImapAccount } from '../../shared/mailboxes/schema.ts';
import { addMailboxes, call, searchToEnd } from './client.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { fingerprints } from './fingerprints.ts';
import { writeMaildir } from './maildir.ts';
import { type Product, startProduct, until } from './product.ts';

const reason = missingDovecot();
const USER = 'fans@x.example';
const HTML = `From: Club <club@herons.example>
Subject: Your presale code
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=part

--part
Content-Type: text/plain; charset=utf-8

The plain text of the same.
--part
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<html><head><style>p { color: red }</style><script>alert(1)</script></head><body>
<p>The presale code is <b>ORCHARD</b>.</p><p style=3D"display:none">hidden words</p>
<p><a href=3D"https://tickets.example/e/1?a=3D2">Buy tickets</a></p><p><img src=3D"x.png" alt=3D"Poster"></p>
</body></html>
--part--
`.replaceAll('\n', '\r\n');

describe.skipIf(reason !== null)(
  `mailboxes on a real server${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let mail: MailServer;
    let product: Product;

    beforeAll(async () => {
      const plan = { mails: 3, recent: 3, recentDays: 2, now: Date.now() };
      const maildir = writeMaildir({ ...plan, extra: [Buffer.from(HTML)] });
      [mail, product] = await Promise.all([
        startDovecot(new Map([[USER, maildir]])),
        startProduct(),
      ]);
    });
    afterAll(async () => {
      await product?.stop();
      await mail?.stop();
    });

    const list = async () =>
      (await call(product, 'GET', '/imap-accounts')).body.accounts as ImapAccount[];
    const find = async (id: number) => (await list()).find((account) => account.id === id);
    const box = (user: string, part: object = {}) => ({
      user,
      host: mail.host,
      port: mail.tlsPort,
      password: mail.password,
      ...part,
    });
    const save = async (user: string, part: object = {}): Promise<number> =>
      (await addMailboxes(product, [box(user, part)]))[0] ?? 0;

    it('are checked when they are saved, as soon as a scanner is connected, with the reason in a sentence', async () => {
      const ids = await Promise.all([
        save(USER),
        save('wrong@x.example', { password: 'a-wrong-password' }),
        save('refused@x.example', { port: await findFreePort() }),
        save('unknown@x.example', { host: 'nowhere.invalid' }),
      ]);
      expect((await find(ids[0]))?.health).toMatchObject({ is_due: true, checked_at: null });
      await product.startScanner(mail.caFile);
      await call(product, 'POST', '/imap-accounts/check', { ids });
      await until(async () => (await list()).every(({ health }) => health.checked_at !== null));
      const checked = await Promise.all(ids.map(find));
      expect(checked.map((account) => account?.health.failure)).toEqual([
        null,
        'localhost rejected this password. Check the email address and the password.',
        'localhost does not answer on this port. Check host and port (993 for TLS).',
        'The mail server nowhere.invalid was not found. Check the spelling of the host.',
      ]);
      expect(checked.map((account) => account?.health.failures)).toEqual([0, 1, 1, 1]);
      expect(checked[0]?.health.worked_at).not.toBeNull();
    });

    it('are checked again when their password is changed', async () => {
      const id = await save('wrong@x.example');
      const path = `/imap-accounts/${id}`;
      const { status } = await call(product, 'PUT', path, {
        ...box('wrong@x.example', { password: 'another-wrong-password' }),
        is_active: true,
      });
      expect(status).toBe(200);
      const checkedAt = (await find(id))?.health.checked_at;
      await until(async () => (await find(id))?.health.checked_at !== checkedAt);
      expect((await find(id))?.health.failure).toContain('rejected this password');
    });

    it('show a whole mail as text, without markup, with its links written out, and change no mail', async () => {
      const id = await save(USER);
      const before = fingerprints(mail.maildir(USER));
      const { codes } = await searchToEnd(product, [id]);
      const match = codes.find(({ code }) => code === 'ORCHARD');
      const query = new URLSearchParams({ mail_id: match?.mail_id ?? '' });
      const { status, body } = await call(product, 'GET', `/presale-codes/mail?${query}`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          mail: {
            subject: 'Your presale code',
            from: 'Club <club@herons.example>',
            date: expect.stringMatching(/^\d{4}-/),
            text: 'The presale code is ORCHARD.\n\nBuy tickets (https://tickets.example/e/1?a=2)\n\n[Poster]',
            is_cut: false,
          },
        },
      });
      expect(fingerprints(mail.maildir(USER))).toEqual(before);
      for (const [mailId, text] of [
        [`${id}/INBOX/1/1`, 'mail_id: This is not the id of a mail.'],
        [
          (match?.mail_id ?? '').replace(/\d+(?=\/[0-9a-f]+$)/, '9999'),
          'No search of yours found this mail. Search again.',
        ],
        ['../etc/passwd', 'mail_id: This is not the id of a mail.'],
      ] as const) {
        const path = `/presale-codes/mail?${new URLSearchParams({ mail_id: mailId })}`;
        expect((await call(product, 'GET', path)).body).toMatchObject({ message: text });
      }
    });
  },
);
