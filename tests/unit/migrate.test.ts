import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client/web';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkAccounts } from '../../scripts/check-accounts.ts';
import { findFreePort } from '../../scripts/launch/network.ts';
import { migrate } from '../../scripts/migrate.ts';
import { createOperator } from '../../scripts/operator.ts';
import { rotateKey } from '../../scripts/rotate-key.ts';
import { openChecked } from '../../scripts/services/checked-database.ts';
import { openForCommand } from '../../scripts/services/database-target.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import { FIRST_BEFORE_RELEASES } from '../../scripts/services/old-database.ts';
import { parseDataKeys } from '../../shared/env.ts';
import { isOpenedBy } from '../../worker/security/key-check.ts';
import { seal, unseal } from '../../worker/security/vault.ts';
import { writeOldMigrations } from '../factories/old-database.ts';

const names = readdirSync(new URL('../../migrations/', import.meta.url))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .toSorted();

const DATA_KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const connectionOf = ({ url, authToken }: LibsqlServer) => ({ url, authToken });

let folder: string;
let server: LibsqlServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-migrate-'));
  server = await startLibsql(folder);
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('migrating', () => {
  test('applies every migration once, in order', async () => {
    expect(await migrate(server)).toEqual(names);
    expect(await migrate(server)).toEqual([]);
  });

  test('applies each migration once if several instances run at once', async () => {
    const done = await Promise.all([migrate(server), migrate(server), migrate(server)]);
    expect(done.flat().toSorted()).toEqual(names);
  });

  test('refuses to continue if an applied migration was edited since then', async () => {
    await migrate(server);
    const client = createClient(connectionOf(server));
    await client.execute("update applied_migrations set hash = 'other'");
    await expect(migrate(server)).rejects.toThrow(
      `Migration ${names[0]} was changed after it was applied: add a new migration instead.`,
    );
  });

  test('refuses a database of a later release before it writes anything, as other commands do', async () => {
    await migrate(server);
    const client = createClient(connectionOf(server));
    await client.execute(
      "insert into applied_migrations values ('9001_from_a_later_release', 'ffff', 1)",
    );
    await client.execute(`delete from applied_migrations where name = '${names.at(-1)}'`);
    const sentence =
      'The database was written by a later release (migration 9001_from_a_later_release): install that release or a newer one.';
    await expect(migrate(server)).rejects.toThrow(sentence);
    await expect(rotateKey(server, DATA_KEY)).rejects.toThrow(sentence);
    const { rows } = await client.execute('select count(*) as n from applied_migrations');
    expect(rows[0]?.n).toBe(names.length);
  });

  test.each(FIRST_BEFORE_RELEASES)(
    'refuses a database of a version before 1.0.0 (%s) before it writes anything, as other commands do',
    async (first) => {
      const client = createClient(connectionOf(server));
      await writeOldMigrations(client, first);
      const sentence =
        'The database was written by a version before 1.0.0, which this release cannot read: use an empty database.';
      await expect(migrate(server)).rejects.toThrow(sentence);
      await expect(rotateKey(server, DATA_KEY)).rejects.toThrow(sentence);
      const { rows } = await client.execute('select name from sqlite_schema');
      expect(rows.map(({ name }) => name)).toEqual([
        'applied_migrations',
        'sqlite_autoindex_applied_migrations_1',
      ]);
    },
  );

  test.each([
    ['LIBSQL_MIGRATE_TOKEN', 'LIBSQL_AUTH_TOKEN', 0, `Applied ${names[0]}`],
    ['LIBSQL_AUTH_TOKEN', 'LIBSQL_MIGRATE_TOKEN', 1, 'it refuses the token (LIBSQL_MIGRATE_TOKEN,'],
  ])(
    'by the command requires the token of migrations: %s is right, %s wrong',
    (right, wrong, code, text) => {
      const script = fileURLToPath(new URL('../../scripts/migrate.ts', import.meta.url));
      const { url, authToken } = server;
      const env = { ...process.env, LIBSQL_URL: url, [right]: authToken, [wrong]: 'x.y.z' };
      const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
        env,
        encoding: 'utf8',
      });
      expect(stdout + stderr).toContain(text);
      expect(status).toBe(code);
    },
  );

  test('is the only part that changes the schema: the Worker may have a token that only reads and writes rows', () => {
    // Durable Objects have databases of their own.
    const files = globSync('worker/**/*.ts').filter((file) => !file.startsWith('worker/durable/'));
    expect(files.length).toBeGreaterThan(100);
    const changes =
      /\b(?:create|alter|drop)\s+(?:unique\s+|temp\w*\s+)?(?:table|index|trigger|view)\b/i;
    expect(files.filter((file) => changes.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('reports in one sentence that nothing listens', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    await expect(migrate({ url })).rejects.toThrow(
      /^The libSQL server at 127\.0\.0\.1:\d+ cannot be used: nothing listens there\.$/,
    );
  });
});

test('written data outlive a restart of the server', async () => {
  await migrate(server);
  await createOperator(server, { email: 'keeper@desk.test' });
  await server.stop();
  server = await startLibsql(folder);
  const client = createClient(connectionOf(server));
  const { rows } = await client.execute('select email from operators');
  expect(rows.map((row) => row.email)).toEqual(['keeper@desk.test']);
});

describe('the first operator', () => {
  test('is created once, with a generated password that is printed once', async () => {
    await migrate(server);
    const first = await createOperator(server, { email: 'Operator@localhost' });
    expect(first.created).toBe(true);
    expect(first.generatedPassword).toMatch(/^[\w-]{20}$/);
    const again = await createOperator(server, {
      email: 'operator@localhost',
      password: 'another',
    });
    expect(again).toEqual({ created: false, generatedPassword: null });
  });

  test('is created once by two instances at once', async () => {
    await migrate(server);
    const input = { email: 'operator@localhost', password: 'the same password' };
    const both = await Promise.all([1, 2].map(() => createOperator(server, input)));
    expect(both.map((result) => result.created).toSorted()).toEqual([false, true]);
  });
});

test("a database is identified by its key, not by the key's name", async () => {
  await migrate(server);
  const client = createClient(connectionOf(server));
  const db = openForCommand(server).db;
  const keys = parseDataKeys(DATA_KEY);
  const others = parseDataKeys(`k1:${Buffer.alloc(32, 8).toString('base64')}`);
  expect(await isOpenedBy(db, others)).toBe(true);
  const place = {
    column: 'imap_accounts.password',
    row: 'r',
    boundTo: ['a@b.test', 'b.test', 993],
  } as const;
  await client.execute({
    sql: "insert into imap_accounts (user, user_key, host, port, password, seal_row, is_active, created_at) values ('a@b.test', 'a@b.test', 'b.test', 993, ?, 'r', 1, 1)",
    args: [seal(keys, place, 'secret')],
  });
  expect(await isOpenedBy(db, keys)).toBe(true);
  expect(await isOpenedBy(db, [...others.map((key) => ({ ...key, id: 'k2' })), ...keys])).toBe(
    true,
  );
  expect(await isOpenedBy(db, others)).toBe(false);
  await expect(rotateKey(server, `k2:${DATA_KEY.slice(3)}`)).rejects.toThrow(
    'The stored passwords and cards were sealed with another DATA_KEY',
  );
  // A table that an earlier release does not have yet.
  await client.execute('drop table recent_work');
  expect(await isOpenedBy(db, keys)).toBe(true);
});

describe('commands that write', () => {
  /** What the command prints with this key. */
  function run([script = '', ...args]: readonly string[], key: string): Promise<string> {
    const file = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));
    const { url, authToken } = connectionOf(server);
    const env = { ...process.env, LIBSQL_URL: url, LIBSQL_AUTH_TOKEN: authToken, DATA_KEY: key };
    const flags = ['--disable-warning=ExperimentalWarning', file];
    return new Promise((resolve) => {
      execFile(process.execPath, [...flags, ...args], { cwd: folder, env }, (_, stdout, stderr) =>
        resolve((stdout + stderr).trim()),
      );
    });
  }
  const audited = async () => {
    const { rows } = await createClient(connectionOf(server)).execute('select id from audit');
    return rows.length;
  };

  test('refuse a database of a later release, or one whose secrets were sealed with another key or an unnamed one', async () => {
    await migrate(server);
    await createOperator(server, { email: 'keeper@desk.test' });
    const client = createClient(connectionOf(server));
    await client.execute({
      sql: "insert into imap_accounts (user, user_key, host, port, password, seal_row, is_active, created_at) values ('a@b.test', 'a@b.test', 'b', 993, ?, 'r', 1, 1)",
      args: [
        seal(
          parseDataKeys(DATA_KEY),
          { column: 'imap_accounts.password', row: 'r', boundTo: ['a@b.test', 'b', 993] },
          'secret',
        ),
      ],
    });
    const before = await audited();
    const other = `k1:${Buffer.alloc(32, 8).toString('base64')}`;
    const sealed =
      /^The stored passwords and cards were sealed with another DATA_KEY.*, and try again\.$/;
    expect(await run(['operator.ts', 'disable', 'keeper@desk.test'], other)).toMatch(sealed);
    expect(await run(['check-accounts.ts', '--mend'], other)).toMatch(sealed);
    vi.stubEnv('DATA_KEY', '');
    vi.stubEnv('DATA_DIR', folder);
    const unnamed = `No data key is named, and the database holds passwords and cards that were sealed with one: copy secrets.json of the installation that it comes from to ${folder}, or set its DATA_KEY, and try again.`;
    await expect(openChecked(server)).rejects.toThrow(unnamed);
    expect(await run(['backup.ts', 'copy.db'], '')).toBe(unnamed);
    vi.unstubAllEnvs();
    expect(existsSync(join(folder, 'copy.db'))).toBe(false);
    await client.execute("insert into applied_migrations values ('9001_later', 'f', 1)");
    const later =
      'The database was written by a later release (migration 9001_later): install that release or a newer one.';
    expect(await run(['scanner.ts', 'add', 'cellar'], DATA_KEY)).toBe(later);
    expect(await run(['backup.ts', 'copy.db'], DATA_KEY)).toBe(later);
    expect(await audited()).toBe(before);
  });
});

test('rotating keys reseals every value in the current version, keeps unreadable ones, and can be repeated', async () => {
  const client = createClient(connectionOf(server));
  const column = 'vaulted.secret';
  const [oldKey, newKey] = ['old', 'new'].map(
    (id, index) => `${id}:${Buffer.alloc(32, index + 1).toString('base64')}`,
  );
  const oldKeys = parseDataKeys(oldKey ?? '');
  await migrate(server);
  await client.execute(
    'create table vaulted (seal_row text primary key, secret text, host text, port integer)',
  );
  const rows = Array.from({ length: 450 }, (_, index) => {
    const row = `row-${String(index).padStart(4, '0')}`;
    const boundTo = [`host-${index}`, index];
    return [row, seal(oldKeys, { column, row, boundTo }, `secret ${index}`), ...boundTo];
  });
  rows.push(['row-lost', 'v1.lost.AAAAAAAAAAAAAAAA.AAAA', 'h', 1]);
  await client.batch([
    {
      sql: "insert into vaulted select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]') from json_each(?)",
      args: [JSON.stringify(rows)],
    },
    "insert into vaulted values ('row-none', null, 'h', 1)",
  ]);

  const facts = { column, boundTo: ['host', 'port'] } as const;
  const dataKey = `${newKey},${oldKey}`;
  expect(await rotateKey(server, dataKey, [facts])).toEqual({ resealed: 450, unreadable: 1 });
  expect(await rotateKey(server, dataKey, [facts])).toEqual({ resealed: 0, unreadable: 1 });

  const onlyNew = parseDataKeys(newKey ?? '');
  const stored = await client.execute("select * from vaulted where seal_row like 'row-0%'");
  for (const { seal_row, secret, host, port } of stored.rows) {
    const row = String(seal_row);
    const place = { column, row, boundTo: [String(host), Number(port)] } as const;
    const text = unseal(onlyNew, place, String(secret));
    expect(text).toBe(`secret ${Number(row.slice('row-'.length))}`);
  }
  expect(stored.rows).toHaveLength(450);
});

test('stored addresses with additional text are listed and corrected, and the rest of the text is never printed', async () => {
  await migrate(server);
  const client = createClient(connectionOf(server));
  const accounts = [
    'ann@x.test:secret-1',
    'bob@x.test',
    'bob@x.test|secret-2',
    'a name',
    'secret-3:cy@x.test',
  ];
  for (const account of accounts) {
    const args = [account.toLowerCase(), account];
    await client.execute({
      sql: 'insert into queue_accounts (pool, email_key, email) values (1, ?, ?)',
      args,
    });
  }
  const dataKey = `old:${randomBytes(32).toString('base64')}`;
  const place = { column: 'recent_work.body', row: 'row-1' } as const;
  const body = JSON.stringify({ manualText: 'bob@x.test\neve@x.test:secret-4' });
  await client.execute({
    sql: `insert into recent_work (operator_id, kind, key, title, search_text, body, seal_row, version, updated_at)
      values (1, 'encore', '', '', '', ?, 'row-1', 1, 0)`,
    args: [seal(parseDataKeys(dataKey), place, body)],
  });
  const listed = [
    { place: 'account 1', address: 'ann@x.test', isMended: false },
    { place: 'account 3', address: 'bob@x.test', isMended: false },
    { place: 'account 5', address: 'cy@x.test', isMended: false },
    { place: 'recent work 1', address: null, isMended: false },
  ];
  expect(await checkAccounts(server, dataKey, false)).toEqual(listed);
  const mended = await checkAccounts(server, dataKey, true);
  // The account of bob exists already.
  expect(mended.map(({ isMended }) => isMended)).toEqual([true, false, true, false]);
  const { rows } = await client.execute('select email from queue_accounts order by id');
  expect(rows.map(({ email }) => email)).toEqual([
    'ann@x.test',
    'bob@x.test',
    'bob@x.test|secret-2',
    'a name',
    'cy@x.test',
  ]);
});
