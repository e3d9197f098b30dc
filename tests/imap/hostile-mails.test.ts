import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { hostileMails } from './hostile-mails.ts';
import { writeMaildir } from './maildir.ts';
import { accessTo, newPool, scanOne } from './scan-one.ts';

const reason = missingDovecot();
/** Mails that cannot be listed, fetched or read completely are reported. */
const GAPS: Readonly<Record<string, string>> = {
  all: '49 of 52 mails read. 3 mails could not be read. Of 3 mails only the first 256 kB of a part were read.',
  plain: 'Of 1 mail only the first 256 kB of a part were read.',
  base64: 'Of 1 mail only the first 256 kB of a part were read.',
  'one-line': 'Of 1 mail only the first 256 kB of a part were read.',
  'many-parts': '40 of 41 mails read. 1 mail could not be read.',
  deep: '40 of 41 mails read. 1 mail could not be read.',
  'mails-in-mails': '40 of 41 mails read. 1 mail could not be read.',
};
const PLAN = { mails: 40, recent: 40, recentDays: 5, now: Date.now() };

describe.skipIf(reason !== null)(
  `hostile mails${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    const hostile = hostileMails(3);
    const users = new Map([
      ['calm@x.example', writeMaildir(PLAN)],
      ['all@x.example', writeMaildir({ ...PLAN, extra: [...hostile.values()] })],
      ...[...hostile].map(
        ([name, mail]) => [`${name}@x.example`, writeMaildir({ ...PLAN, extra: [mail] })] as const,
      ),
    ]);
    let server: MailServer;
    let calm: Awaited<ReturnType<typeof scan>>;
    beforeAll(async () => {
      server = await startDovecot(users);
      calm = await scan('calm');
    });
    afterAll(() => server?.stop());
    const scan = async (user: string) => {
      const pool = newPool();
      const report = await scanOne(pool, accessTo(server.plainPort, { user: `${user}@x.example` }));
      pool.close();
      return report;
    };
    const codesOf = ({ codes }: Awaited<ReturnType<typeof scan>>) =>
      codes
        .filter(({ email_from: from }) => !from.includes('hostile.example'))
        .map(({ code }) => code);

    it.each(['all', ...hostile.keys()])('do not hide a code of other mails: %s', async (name) => {
      const disturbed = await scan(name);
      expect({ status: disturbed.status, message: disturbed.message }).toEqual({
        status: name in GAPS ? 'incomplete' : 'ok',
        message: GAPS[name] ?? '',
      });
      expect(codesOf(disturbed).sort()).toEqual(codesOf(calm).sort());
      expect(disturbed.scanned).toBeGreaterThanOrEqual(calm.scanned);
    });

    it.each(['plain', 'base64', 'one-line', 'long-header'])(
      'are read as far as possible: %s',
      async (name) => {
        expect((await scan(name)).codes.map(({ code }) => code)).toContain('GIANT42');
      },
    );
  },
);
