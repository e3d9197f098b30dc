import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import { SIMULATED_MAIL_SERVER } from '../../shared/scanners/protocol.ts';
import { createTokenStore } from '../../simulator/identity/tokens.ts';
import { listNewsletters } from '../../simulator/mail/newsletters.ts';
import { type MailServer, startMailServer } from '../../simulator/mail/server.ts';
import { accessTo, newPool, scanOne } from './scan-one.ts';

const NOW = Date.UTC(2026, 10, 22, 15, 10);
const DAY_MS = 86_400_000;
const USER = 'fanclub@simulator.test';
const query = { ...ANY_CODE, since: NOW - DAY_MS, keywords: ['northern lanterns'] };
const access = accessTo(0, { ...SIMULATED_MAIL_SERVER, user: USER, password: 'simulated' });

const tokens = createTokenStore();
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({
    clock: () => NOW,
    identity: {
      checkAccess: (address, token, now) =>
        tokens.ownerOf(token, now) === address ? 'open' : 'refused',
    },
  });
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

it('contains newsletters in which the scanner finds the codes of an artist', async () => {
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

it('lists mails that show only a picture as mails that a person must open', async () => {
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

/** Signs in as the scanner's library does. @returns the error of the server; null if the mailbox opened. */
async function signInWithToken(address: string, accessToken: string): Promise<unknown> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: address, accessToken },
    logger: false,
  });
  try {
    await client.connect();
    await client.mailboxOpen('INBOX', { readOnly: true });
    return null;
  } catch (error) {
    return error;
  } finally {
    client.close();
  }
}

it('accepts access tokens by XOAUTH2, and refuses expired, revoked and foreign ones', async () => {
  const { access_token: token = '' } = tokens.signIn('microsoft', USER, NOW);
  expect(await signInWithToken(USER, token)).toBeNull();
  const refused = { authenticationFailed: true, oauthError: { status: '400' } };
  expect(await signInWithToken('other@simulator.test', token)).toMatchObject(refused);
  const { access_token: old = '' } = tokens.signIn('microsoft', USER, NOW - 3_600_000);
  expect(await signInWithToken(USER, old)).toMatchObject(refused);
  tokens.revoke(token);
  expect(await signInWithToken(USER, token)).toMatchObject(refused);
});

it('is an unknown host if no simulator runs', async () => {
  const pool = newPool({ lookup: async () => [] });
  expect(await scanOne(pool, access, query)).toMatchObject({ status: 'failed', scanned: 0 });
  pool.close();
});
