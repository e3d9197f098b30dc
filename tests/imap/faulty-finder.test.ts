import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Letter } from '../../sidecar/reader/letter.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { writeMaildir } from './maildir.ts';
import { accessTo, newPool, scanOne } from './scan-one.ts';

const reason = missingDovecot();
const USER = 'a@x.example';
const PLAN = { mails: 40, recent: 40, recentDays: 5, now: Date.now() };

describe.skipIf(reason !== null)(
  `a fault of the finder${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await startDovecot(new Map([[USER, writeMaildir(PLAN)]]));
    }, 60_000);
    afterAll(() => server?.stop(), 30_000);
    const scan = async () => {
      const pool = newPool();
      const report = await scanOne(pool, accessTo(server.plainPort, { user: USER }));
      pool.close();
      return report;
    };

    it('costs the mail that it cannot read, which is counted in the log, and no other', async () => {
      const calm = await scan();
      const lines: string[] = [];
      vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
      const find = Letter.prototype.findCodes;
      let lost: string[] = [];
      vi.spyOn(Letter.prototype, 'findCodes').mockImplementation(function (this: Letter) {
        const codes = find.call(this);
        if (codes.length === 0 || lost.length > 0) return codes;
        lost = codes.map(({ code }) => code);
        throw new RangeError(`Your code is ${lost[0]}`);
      });
      const disturbed = await scan();
      vi.restoreAllMocks();
      const { scanned, matched } = calm;
      expect(disturbed).toMatchObject({ status: 'ok', message: '', scanned, matched });
      const codesOf = ({ codes }: typeof calm) => codes.map(({ code }) => code);
      expect(codesOf(disturbed).length).toBeLessThan(codesOf(calm).length);
      expect([...codesOf(disturbed), ...lost]).toEqual(expect.arrayContaining(codesOf(calm)));
      const log = lines.find((line) => line.includes('mails not looked through')) ?? '{}';
      expect(JSON.parse(log)).toMatchObject({ mailbox: 1, mails: 1, error: 'RangeError' });
      expect(log).not.toContain(lost[0]);
    });
  },
);
