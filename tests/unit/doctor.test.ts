import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/web';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeFinding, examineInstallation } from '../../scripts/doctor.ts';
import { migrate } from '../../scripts/migrate.ts';
import { createOperator } from '../../scripts/operator.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import {
  judgeBackup,
  judgeClock,
  judgeDiskUse,
  judgeFreeDisk,
  judgeKey,
  judgeScanner,
} from '../../shared/doctor/judge.ts';
import type { CheckName, Finding } from '../../shared/doctor/schema.ts';
import { parseDataKeys } from '../../shared/env.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/times.ts';
import { SCHEMA, VERSION } from '../../worker/db/release.ts';
import { seal } from '../../worker/security/vault.ts';

const keyOf = (byte: number) => `k1:${Buffer.alloc(32, byte).toString('base64')}`;
const KEY = keyOf(1);
const NOW = Date.UTC(2026, 10, 27, 12);

let folder: string;
let database: LibsqlServer;
const closing: (() => Promise<unknown>)[] = [];

const listen = async (server: Server | ReturnType<typeof createTcpServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
};

const HEALTHY = {
  success: true,
  status: 'ok',
  version: VERSION,
  schema: SCHEMA,
  database: 'ok',
  scanner: 'connected',
  providers: 'simulated',
};

/** The answers of a desk, and its reaction to an upgrade. */
interface Desk {
  health?: object | string;
  status?: number;
  date?: string;
  /** The status of the answer to an upgrade; null for a proxy that drops the header. */
  upgrade?: number | null;
  refusal?: string;
}

async function startDesk({ health = HEALTHY, status = 200, date, upgrade = 401, refusal }: Desk) {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (date !== undefined) response.setHeader('Date', date);
    const isSocket = request.url?.startsWith('/ws');
    const body = isSocket
      ? { success: false, message: 'The live channel is a WebSocket.' }
      : health;
    response.writeHead(isSocket ? 400 : status, { 'Content-Type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  if (upgrade !== null) {
    server.on('upgrade', (_request, socket: Socket) => {
      // The client may reset the connection.
      socket.on('error', () => {});
      const body = JSON.stringify({ success: false, message: refusal ?? 'Invalid token' });
      socket.end(
        `HTTP/1.1 ${upgrade} Refused\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    });
  }
  return `http://127.0.0.1:${await listen(server)}`;
}

/** An address at which nothing listens: no program gets this port by chance. */
const CLOSED_ADDRESS = 'http://127.0.0.1:2';

/** A provider that answers every call with this status. */
async function startProvider(status: number) {
  const server = createServer((_request, response) => {
    response.writeHead(status).end('{}');
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

const environment = (): NodeJS.ProcessEnv => ({
  DATA_DIR: folder,
  LIBSQL_URL: database.url,
  LIBSQL_AUTH_TOKEN: database.authToken,
  DATA_KEY: KEY,
});

/** All findings except those that are in order. */
async function examine(variables: NodeJS.ProcessEnv, desk: Desk | string = {}) {
  const url = typeof desk === 'string' ? desk : await startDesk(desk);
  const all = { ...environment(), ...variables };
  const saved = { ...process.env };
  Object.assign(process.env, all);
  try {
    const findings = await examineInstallation(all, { url, envFile: join(folder, '.env') });
    return findings.filter(({ state }) => state !== 'ok');
  } finally {
    for (const name of Object.keys(all)) delete process.env[name];
    Object.assign(process.env, saved);
  }
}

const execute = (sql: string, args: (string | number)[] = []) => {
  const client = createClient({ url: database.url, authToken: database.authToken });
  return client.execute({ sql, args }).finally(() => client.close());
};

/** Expects this finding alone: a sentence with the fault, and one with the remedy. */
function expectOnly(
  findings: readonly Finding[],
  check: Finding['check'],
  text: RegExp,
  advice: RegExp,
) {
  expect(findings.map((finding) => finding.check)).toEqual([check]);
  expect(findings[0]?.state).toBe('todo');
  expect(findings[0]?.text).toMatch(text);
  expect(findings[0]?.advice).toMatch(advice);
}

beforeAll(async () => {
  database = await startLibsql(mkdtempSync(join(tmpdir(), 'desk-doctor-db-')));
  await migrate(database);
  await createOperator(database, { email: 'mara@desk.test' });
  await execute('insert into heartbeat (id, since, last_at) values (1, ?, ?)', [
    Date.now(),
    Date.now(),
  ]);
});
afterAll(() => database.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-doctor-'));
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  rmSync(folder, { recursive: true });
});

describe('an installation', () => {
  test('with simulated providers has nothing to do', async () => {
    expect(await examine({})).toEqual([]);
  });

  test('a variable that is wrong is named, without its value', async () => {
    const [finding] = await examine({ DATA_KEY: 'k1:secret-that-is-too-short' });
    expect(finding).toMatchObject({ check: 'variables', state: 'todo' });
    expect(finding?.text).toMatch(/^DATA_KEY must be/);
    expect(finding?.text).not.toContain('secret-that');
  });

  test.each([
    [{ TOKEN_SECRET: 'short' }, /^TOKEN_SECRET must be at least 32 bytes/],
    [{ LIBSQL_URL: 'http://db.example.org:8080' }, /^LIBSQL_URL must be https/],
    [{ PUBLIC_URL: 'desk.example.org' }, /^PUBLIC_URL must be/],
  ])('%o is a finding', async (variables, text) => {
    expectOnly(await examine(variables), 'variables', text, /\.env/);
  });

  test('files with secrets that others can read are named', async () => {
    const file = join(folder, 'secrets.json');
    writeFileSync(file, '{}');
    chmodSync(file, 0o644);
    expectOnly(await examine({}), 'variables', /secrets\.json/, /chmod 600/);
  });
});

describe('the database', () => {
  test('nothing listens at its address', async () => {
    const findings = await examine({ LIBSQL_URL: CLOSED_ADDRESS });
    expectOnly(findings, 'database', /nothing listens there/, /LIBSQL_URL/);
  });

  test('its replica cannot be read', async () => {
    const findings = await examine({ LIBSQL_REPLICA_URL: CLOSED_ADDRESS });
    expectOnly(findings, 'replica', /The primary answers all reads/, /LIBSQL_REPLICA_URL/);
  });

  test('its token is refused', async () => {
    expectOnly(
      await examine({ LIBSQL_AUTH_TOKEN: 'wrong' }),
      'database',
      /cannot be used/,
      /TOKEN/,
    );
  });

  test('it lacks a migration', async () => {
    await execute('delete from applied_migrations where name = ?', [SCHEMA]);
    try {
      expectOnly(await examine({}), 'schema', /lacks 1 migration/, /npm run migrate/);
    } finally {
      await execute('insert into applied_migrations values (?, ?, ?)', [SCHEMA, '', 0]);
    }
  });

  test('it was written by a later release', async () => {
    await execute('insert into applied_migrations values (?, ?, ?)', ['9999_later', '', 0]);
    try {
      expectOnly(
        await examine({}),
        'schema',
        /another release \(migration 9999_later\)/,
        /Install/,
      );
    } finally {
      await execute('delete from applied_migrations where name = ?', ['9999_later']);
    }
  });

  test('another DATA_KEY sealed its secrets', async () => {
    const place = {
      column: 'imap_accounts.password' as const,
      row: 'row-1',
      boundTo: ['a@b.test', 'h.test', '993'],
    };
    await execute(
      "insert into imap_accounts (user, user_key, host, port, is_active, password, seal_row, created_at) values ('a@b.test', 'a@b.test', 'h.test', 993, 0, ?, 'row-1', 0)",
      [seal(parseDataKeys(keyOf(2)), place, 'pw')],
    );
    try {
      expectOnly(await examine({}), 'keys', /another DATA_KEY/, /secrets\.json/);
      // A machine without the key of a deployment has nothing to do.
      const { state, text } = (await examine({ DATA_KEY: '' }))[0] ?? {};
      expect([state, text]).toEqual(['unknown', 'No DATA_KEY is named on this machine.']);
    } finally {
      await execute('delete from imap_accounts');
    }
  });

  test('no operator may sign in', async () => {
    await execute('update operators set disabled_at = 1');
    try {
      expectOnly(await examine({}), 'operators', /No operator/, /npm run operator/);
    } finally {
      await execute('update operators set disabled_at = null');
    }
  });

  test('scheduled work stopped an hour ago', async () => {
    await execute('update heartbeat set last_at = ?', [Date.now() - 2 * HOUR_MS]);
    try {
      expectOnly(await examine({}), 'schedule', /not run for 2 hours/, /cron trigger/);
    } finally {
      await execute('update heartbeat set last_at = ?', [Date.now()]);
    }
  });

  test('a webhook refuses what is posted', async () => {
    await execute(
      "insert into notifications (kind, title, topic, body, dedupe_key, created_at, webhook_state, webhook_error) values ('price_alert', 't', 'p', 'b', 'k', 0, 'dead', 'The webhook answered 410.')",
    );
    try {
      const findings = await examine({ NOTIFY_WEBHOOK_URL: 'https://hooks.example/x' });
      expectOnly(findings, 'webhook', /1 notification was .* 410/, /NOTIFY_WEBHOOK_URL/);
      expect(await examine({})).toEqual([]);
    } finally {
      await execute('delete from notifications');
    }
  });

  test('a mail server cannot be reached', async () => {
    const port = await listen(createTcpServer((socket) => socket.end()));
    const insert = (user: string, at: number) =>
      execute(
        "insert into imap_accounts (user, user_key, host, port, is_active, password, seal_row, created_at) values (?, ?, '127.0.0.1', ?, 1, '', ?, 0)",
        [user, user, at, user],
      );
    try {
      await insert('reached@desk.test', port);
      await insert('closed@desk.test', 1);
      const findings = await examine({});
      const mail = findings.filter(({ check }) => check === 'mail');
      expectOnly(mail, 'mail', /127\.0\.0\.1:1 \(nothing listens there\)/, /993/);
      expect(mail[0]?.text).not.toContain(String(port));
    } finally {
      await execute('delete from imap_accounts');
    }
  });
});

describe('live providers', () => {
  const live = async (ticketmaster: number, seatgeek: number) => ({
    PROVIDERS: 'live',
    PROVIDER_CONTACT: 'team@desk.test',
    TICKETMASTER_API_KEY: 'key',
    TICKETMASTER_API_URL: await startProvider(ticketmaster),
    SEATGEEK_CLIENT_ID: 'id',
    SEATGEEK_API_URL: await startProvider(seatgeek),
  });
  const checks = async (variables: NodeJS.ProcessEnv) =>
    (await examine(variables)).filter(({ check }) => check !== 'backup');

  test('both keys are taken', async () => {
    expect(await checks(await live(200, 200))).toEqual([]);
  });

  test('a wrong key is refused', async () => {
    expectOnly(
      await checks(await live(401, 200)),
      'ticketmaster',
      /refuses TICKETMASTER_API_KEY/,
      /developer\.ticketmaster/,
    );
    expectOnly(
      await checks(await live(200, 403)),
      'seatgeek',
      /refuses SEATGEEK_CLIENT_ID/,
      /seatgeek\.com/,
    );
  });

  test.each<[CheckName, object, string, string, RegExp]>([
    ['microsoft', { MICROSOFT_CLIENT_ID: 'a' }, 'MICROSOFT_OAUTH_URL', 'AADSTS700016: x', /700016/],
    [
      'google',
      { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' },
      'GOOGLE_OAUTH_URL',
      'The OAuth client was not found.',
      /invalid_client/,
    ],
  ])('the app at %s is refused', async (check, app, address, error_description, text) => {
    const server = createServer((_request, response) => {
      response.writeHead(401).end(JSON.stringify({ error: 'invalid_client', error_description }));
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const variables = { ...(await live(200, 200)), ...app, [address]: url };
    expectOnly(await checks(variables), check, text, /mail-sign-in/);
  });

  test.each<[string, number, string | undefined]>([
    ['invalid_grant', 400, undefined],
    ['rate_limit_exceeded', 429, 'unknown'],
    ['temporarily_unavailable', 400, 'unknown'],
    ['server_error', 503, 'unknown'],
    ['invalid_request', 400, 'unknown'],
    ['unauthorized_client', 400, 'todo'],
  ])('an app at Google that meets %s (%i)', async (error, status, state) => {
    const server = createServer((_request, response) => {
      response.writeHead(status).end(JSON.stringify({ error }));
    });
    const app = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' };
    const url = `http://127.0.0.1:${await listen(server)}`;
    const findings = await checks({ ...(await live(200, 200)), ...app, GOOGLE_OAUTH_URL: url });
    expect(findings.map((finding) => [finding.check, finding.state])).toEqual(
      state === undefined ? [] : [['google', state]],
    );
  });

  test.each([
    ['too_many', 429, 'AADSTS90043: x'],
    ['temporarily_unavailable', 400, 'AADSTS90033: x'],
    ['server_error', 503, ''],
  ])('a Microsoft that is busy (%s, %i) does not refuse the app', async (error, status, text) => {
    const server = createServer((_request, response) => {
      response.writeHead(status).end(JSON.stringify({ error, error_description: text }));
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const app = { MICROSOFT_CLIENT_ID: 'a', MICROSOFT_OAUTH_URL: url };
    const findings = await checks({ ...(await live(200, 200)), ...app });
    expect(findings).toMatchObject([{ check: 'microsoft', state: 'unknown' }]);
  });

  test('an app without its secret is named', async () => {
    const variables = { ...(await live(200, 200)), GOOGLE_CLIENT_ID: 'a' };
    expectOnly(await checks(variables), 'google', /GOOGLE_CLIENT_SECRET is not set/, /Set GOOGLE/);
  });

  test('the calls of the day are used up', async () => {
    expectOnly(await checks(await live(429, 200)), 'ticketmaster', /used up/, /Wait/);
  });

  test('a provider in trouble is not a wrong key', async () => {
    const findings = await checks(await live(503, 200));
    expect(findings).toMatchObject([{ check: 'ticketmaster', state: 'unknown', advice: null }]);
  });

  test('a key is missing, and no contact is named', async () => {
    const { PROVIDER_CONTACT: _, SEATGEEK_CLIENT_ID: __, ...variables } = await live(200, 200);
    const findings = await checks(variables);
    expect(findings.map(({ check }) => check)).toEqual(['seatgeek', 'contact']);
    expect(findings[1]?.advice).toMatch(/PROVIDER_CONTACT/);
  });

  test('no backup was made', async () => {
    const findings = await examine(await live(200, 200));
    expectOnly(findings, 'backup', /No backup/, /npm run backup/);
  });
});

describe('the desk at an address', () => {
  test('nothing answers', async () => {
    expectOnly(await examine({}, CLOSED_ADDRESS), 'address', /nothing listens there/, /proxy/);
  });

  test('something else answers', async () => {
    expectOnly(
      await examine({}, { health: '<h1>It works!</h1>' }),
      'address',
      /not as this product/,
      /proxy/,
    );
  });

  test('the desk has another name', async () => {
    const message = 'This desk is known as https://desk.example.org, not as 127.0.0.1.';
    const findings = await examine({}, { health: { success: false, message }, status: 403 });
    expectOnly(findings, 'address', /known as https:/, /PUBLIC_URL/);
  });

  test('a proxy drops WebSockets', async () => {
    expectOnly(
      await examine({}, { upgrade: null }),
      'channel',
      /does not pass WebSockets on/,
      /reverse-proxy/,
    );
  });

  test('pages under this name may not open the live channel', async () => {
    const refusal = 'This desk is known as https://desk.example.org.';
    expectOnly(await examine({}, { upgrade: 403, refusal }), 'channel', /known as/, /PUBLIC_URL/);
  });

  test('its scanner lost its token', async () => {
    const findings = await examine({}, { health: { ...HEALTHY, scanner: 'not connected' } });
    expectOnly(findings, 'scanner', /No scanner is connected/, /revoked/);
  });

  test('it is another version', async () => {
    const findings = await examine({}, { health: { ...HEALTHY, version: '0.0.9' } });
    expectOnly(findings, 'version', /version 0\.0\.9/, /Deploy/);
  });

  test('its clock is off by ten minutes', async () => {
    const date = new Date(Date.now() - 10 * MINUTE_MS - 5_000).toUTCString();
    expectOnly(
      await examine({}, { date }),
      'clock',
      /10 minutes ahead of that of the desk/,
      /time server/,
    );
  });

  test('its own database is down, or sealed with another key', async () => {
    const down = { ...HEALTHY, success: false, message: 'Down.', database: 'unreachable' };
    const findings = await examine({}, { health: down, status: 503 });
    expectOnly(findings, 'database', /The desk cannot reach its database/, /LIBSQL_URL/);
    const sealed = { ...HEALTHY, status: 'degraded', secrets: 'sealed with another DATA_KEY' };
    expectOnly(await examine({}, { health: sealed }), 'keys', /another DATA_KEY/, /secrets\.json/);
  });
});

describe('judgements', () => {
  test('clocks may differ by two minutes', () => {
    expect(judgeClock(2 * MINUTE_MS, 'x').state).toBe('ok');
    expect(judgeClock(-3 * MINUTE_MS, 'x').text).toContain('3 minutes behind');
  });

  test('a backup is old after two days, unless the data are simulated', () => {
    expect(judgeBackup(NOW - DAY_MS, NOW, true).state).toBe('ok');
    expect(judgeBackup(NOW - 3 * DAY_MS, NOW, true)).toMatchObject({
      state: 'todo',
      text: 'The last backup is 3 days old.',
    });
    expect(judgeBackup(NOW - 3 * DAY_MS, NOW, false).state).toBe('ok');
  });

  test('a full disk, and files beside the data that do not shrink', () => {
    expect(judgeFreeDisk(2e9, '.data').state).toBe('ok');
    expect(judgeFreeDisk(20e6, '.data').text).toBe('Only 20 MB are free for .data.');
    const use = {
      data_bytes: 1e9,
      write_ahead_log_bytes: 0,
      replication_log_bytes: 3e9,
      snapshot_bytes: 0,
      other_bytes: 0,
    };
    expect(judgeDiskUse(use).state).toBe('todo');
    expect(judgeDiskUse(null).state).toBe('unknown');
  });

  test('a used-up quota, and a scanner whose desk does not answer', () => {
    const used = { isLive: true, hasKey: true, quota: { available: 0, limit: 5_000 } };
    expect(judgeKey('ticketmaster', used, 'TICKETMASTER_API_KEY').state).toBe('todo');
    expect(judgeScanner(null).state).toBe('unknown');
    expect(judgeScanner(['a', 'b']).text).toBe('2 scanners are connected.');
  });

  test('a finding is one line, and what to do is a second one', () => {
    const finding = {
      check: 'backup',
      state: 'todo',
      text: 'No backup\n was made.',
      advice: 'Make one.',
    } as const;
    expect(describeFinding(finding)).toBe(
      'TO DO   Backup: No backup\\u000a was made.\n        Make one.',
    );
  });
});

test('folders that do not exist yet are not a fault', async () => {
  rmSync(folder, { recursive: true });
  expect(await examine({})).toMatchObject([{ check: 'disk', state: 'unknown' }]);
  mkdirSync(folder);
});
