import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ParsedMail } from '../../sidecar/reader/parsed-mail.ts';
import type { Reader } from '../../sidecar/reader/protocol.ts';
import { readBatch } from '../../sidecar/reader/read-batch.ts';
import { scanMailbox } from '../../sidecar/scan/scan-mailbox.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { writeMaildir } from './maildir.ts';
import { accessTo, BROAD, newPool, scanOne } from './scan-one.ts';

const reason = missingDovecot();
const USER = 'a@x.example';
const PLAN = { mails: 40, recent: 40, recentDays: 5, now: Date.now() };

describe.skipIf(reason !== null)(
  `an error in the finder${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await startDovecot(new Map([[USER, writeMaildir(PLAN)]]));
    });
    afterAll(() => server?.stop());
    const scan = async () => {
      const pool = newPool();
      const report = await scanOne(pool, accessTo(server.plainPort, { user: USER }));
      pool.close();
      return report;
    };

    it('loses one mail, which the report and the log count, and no other', async () => {
      const calm = await scan();
      const lines: string[] = [];
      vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
      const find = ParsedMail.prototype.findCodes;
      let lost: string[] = [];
      vi.spyOn(ParsedMail.prototype, 'findCodes').mockImplementation(function (
        this: ParsedMail,
        query,
      ) {
        const findings = find.call(this, query);
        if (findings.codes.length === 0 || lost.length > 0) return findings;
        lost = findings.codes.map(({ code }) => code);
        throw new RangeError(`Your code is ${lost[0]}`);
      });
      const disturbed = await scan();
      vi.restoreAllMocks();
      const { scanned, matched } = calm;
      expect(disturbed).toMatchObject({
        status: 'incomplete',
        message: `${scanned - 1} of ${scanned} mails read. 1 mail could not be read.`,
        scanned: scanned - 1,
        matched,
      });
      const codesOf = ({ codes }: typeof calm) => codes.map(({ code }) => code);
      expect(codesOf(disturbed).length).toBeLessThan(codesOf(calm).length);
      expect([...codesOf(disturbed), ...lost]).toEqual(expect.arrayContaining(codesOf(calm)));
      const log = lines.find((line) => line.includes('mails not read')) ?? '{}';
      expect(JSON.parse(log)).toMatchObject({ mailbox: 1, mails: 1, error: 'RangeError' });
      expect(log).not.toContain(lost[0]);
    });

    it('is reported when the time runs out before it has read the last mails', async () => {
      const controller = new AbortController();
      const pool = newPool();
      const use = pool.use.bind(pool);
      // All mails are fetched when the deadline passes; the reader abandons all batches but the
      // first.
      vi.spyOn(pool, 'use').mockImplementation(async (...of) => {
        const result = await use(...of);
        controller.abort('deadline');
        return result;
      });
      let read = 0;
      const reader: Reader = {
        read: async (batch) => {
          if (read > 0) return null;
          read = batch.mails.length;
          return readBatch(batch);
        },
      };
      const listener = { progress: () => undefined, code: () => undefined };
      const access = accessTo(server.plainPort, { user: USER });
      const report = await scanMailbox(
        { pool, reader },
        access,
        BROAD,
        controller.signal,
        listener,
      );
      pool.close();
      vi.restoreAllMocks();
      expect(report).toMatchObject({
        status: 'failed',
        scanned: read,
        message: `${read} of 40 mails read. The search ran out of time. Search again to read the rest, or search a shorter period.`,
      });
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(40);
    });
  },
);
