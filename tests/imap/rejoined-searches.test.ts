import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMailboxes, search, searchToEnd } from './client.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { writeMaildir } from './maildir.ts';
import { type Product, startProduct } from './product.ts';

const reason = missingDovecot();
const USERS = ['left@x.example', 'again@x.example', 'third@x.example'];

describe.skipIf(reason !== null)(
  `searches that are left and requested again${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let mail: MailServer;
    let product: Product;
    let ids: number[];

    beforeAll(async () => {
      const maildir = writeMaildir({ mails: 200, recent: 120, recentDays: 6, now: Date.now() });
      [mail, product] = await Promise.all([
        startDovecot(new Map(USERS.map((user) => [user, maildir]))),
        startProduct(),
      ]);
      await product.startScanner(mail.caFile);
      ids = await addMailboxes(
        product,
        USERS.map((user) => ({
          user,
          host: mail.host,
          port: mail.tlsPort,
          password: mail.password,
        })),
      );
    });
    afterAll(async () => {
      await product?.stop();
      await mail?.stop();
    });

    it('run completely: the end of the abandoned scan is not mistaken for the end of the new one', async () => {
      for (let round = 0; round < 4; round++) {
        const id = crypto.randomUUID();
        const controller = new AbortController();
        const left = (async () => {
          for await (const { event } of search(product, ids, { id, signal: controller.signal }))
            if (event === 'code') controller.abort();
        })();
        await expect(left).rejects.toThrow();
        const { mailboxes } = await searchToEnd(product, ids, { id });
        expect(mailboxes.map(({ status, message }) => [status, message])).toEqual(
          USERS.map(() => ['ok', '']),
        );
      }
    });
  },
);
