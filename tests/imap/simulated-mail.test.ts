import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANY_CODE, SIMULATED_MAIL_SERVER } from '../../shared/scanners/protocol.ts';
import { listNewsletters } from '../../simulator/mail/newsletters.ts';
import { type MailServer, startMailServer } from '../../simulator/mail/server.ts';
import { accessTo, newPool, scanOne } from './scan-one.ts';

const NOW = Date.UTC(2026, 10, 22, 15, 10);
const DAY_MS = 86_400_000;
const USER = 'fanclub@simulator.test';
const query = { ...ANY_CODE, since: NOW - DAY_MS, keywords: ['northern lanterns'] };
const access = accessTo(0, { ...SIMULATED_MAIL_SERVER, user: USER, password: 'simulated' });

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ clock: () => NOW });
});
afterAll(() => server.stop());

const scan = async (part: object = {}) => {
  const pool = newPool({ allowPrivate: 'loopback', simulatedMailPort: server.port });
  try {
    return await scanOne(pool, { ...access, ...part }, query);
  } finally {
    pool.close();
  }
};

it('hands out newsletters in which the scanner finds the codes of an artist', async () => {
  const report = await scan();
  expect(report).toMatchObject({ status: 'ok', message: '', scanned: 48 });
  const texts = listNewsletters(USER, NOW)
    .filter(({ receivedAt }) => receivedAt >= query.since)
    .map(({ parts }) => Buffer.from(parts[0]?.body ?? '', 'base64').toString());
  const written = texts
    .filter((text) => text.includes('Northern Lanterns'))
    .flatMap((text) => text.match(/\b[A-Z]{4,7}(?:FAN|-?\d{2,4})\b/) ?? []);
  expect(written.length).toBeGreaterThanOrEqual(4);
  const likely = report.codes.filter(({ confidence }) => confidence >= 0.5);
  expect(likely.map(({ code }) => code).sort()).toEqual(written.sort());
  for (const { code, evidence } of likely) expect(evidence).toContain(code);
});

it('keeps its mails over time, and receives a new one every half hour', () => {
  const before = listNewsletters(USER, NOW);
  expect(before).toHaveLength(336);
  expect(before.at(-1)?.receivedAt).toBeGreaterThan(NOW - 1_800_000);
  expect(before.at(-1)?.receivedAt).toBeLessThanOrEqual(NOW);
  const after = listNewsletters(USER, NOW + 1_800_000);
  expect(after.slice(0, -1)).toEqual(before.slice(1));
});

it('lists mails that show a picture only as ones that need a look', async () => {
  const posters = listNewsletters(USER, NOW).filter(({ parts }) => parts[1]?.type === 'image/png');
  expect(posters.length).toBeGreaterThan(5);
  const pool = newPool({ allowPrivate: 'loopback', simulatedMailPort: server.port });
  const week = { ...query, since: NOW - 7 * DAY_MS, keywords: ['presale poster'] };
  const { needs_look } = await scanOne(pool, access, week);
  pool.close();
  expect(needs_look).toHaveLength(Math.min(posters.length, 20));
});

it('refuses other passwords', async () => {
  expect(await scan({ password: 'wrong' })).toMatchObject({
    status: 'failed',
    message:
      'imap.simulator.test rejected this password. Check the email address and the password.',
  });
});

it('is an unknown host where no simulator runs', async () => {
  const pool = newPool({ lookup: async () => [] });
  expect(await scanOne(pool, access, query)).toMatchObject({ status: 'failed', scanned: 0 });
  pool.close();
});
