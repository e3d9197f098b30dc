import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/web';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { backUp, deleteOldCopies, readArguments } from '../../scripts/backup.ts';
import { migrate } from '../../scripts/migrate.ts';
import { createOperator } from '../../scripts/operator.ts';
import { assertOpenable, restore, silence } from '../../scripts/restore.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import { parseDataKeys } from '../../shared/env.ts';
import { seal } from '../../worker/security/vault.ts';
import { writeOldMigrations } from '../factories/old-database.ts';

const AWKWARD = [
  "it's; quoted\n';\n",
  'semicolon at the end of a line;\nand more',
  '🎸 “typographic” \u0000 nul',
  '--no comment\n/* none */',
  '',
  '9007199254740993',
];

let folder: string;
const servers: LibsqlServer[] = [];
const start = async (name: string) => {
  const server = await startLibsql(join(folder, name));
  servers.push(server);
  return server;
};
const connect = ({ url, authToken }: LibsqlServer) => createClient({ url, authToken });
const dumpOf = async ({ url, authToken }: LibsqlServer) => {
  const headers = { authorization: `Bearer ${authToken}` };
  return (await fetch(`${url}/dump`, { headers })).text();
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-backup-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  rmSync(folder, { recursive: true });
});

/** A migrated database with every type of value, a trigger, and deleted rows. */
async function startFilled(): Promise<LibsqlServer> {
  const server = await start('source');
  await migrate(server);
  await createOperator(server, { email: 'keeper@desk.test' });
  const client = connect(server);
  await client.execute(
    'create table awkward (id integer primary key autoincrement, text text, bytes blob, number integer, part real)',
  );
  await client.batch(
    [
      ...AWKWARD.map((text, index) => ({
        sql: 'insert into awkward (text, bytes, number, part) values (?, ?, ?, ?)',
        args: [text, new Uint8Array([0, 39, 10, 255]), 2n ** 62n + BigInt(index), index / 3],
      })),
      'insert into awkward (text) values (null)',
      'delete from awkward where text is null',
      "create trigger awkward_stays before delete on awkward begin select 1; select raise(abort, 'kept'); end",
    ],
    'write',
  );
  return server;
}

describe('a backup', () => {
  test('restored into an empty database is the same database, statement by statement', async () => {
    const source = await startFilled();
    const file = join(folder, 'copy.db');
    const counts = await backUp(source, file);
    expect(counts).toMatchObject({ operators: 1, awkward: AWKWARD.length });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const target = await start('target');
    expect(await restore(file, target)).toEqual(counts);
    // Restored tokens are revoked.
    await connect(source).execute('update operators set token_version = token_version + 1');
    const sorted = (dump: string) => dump.split('\n').toSorted();
    expect(sorted(await dumpOf(target))).toEqual(sorted(await dumpOf(source)));
    // The id of the deleted row is not reused, and the trigger works.
    const client = connect(target);
    const added = await client.execute("insert into awkward (text) values ('new') returning id");
    expect(Number(added.rows[0]?.id)).toBe(AWKWARD.length + 2);
    await expect(client.execute('delete from awkward')).rejects.toThrow('kept');
    expect(await migrate(target)).toEqual([]);
  });

  test('restored has the index of the profile search', async () => {
    const source = await startFilled();
    const insert = (name: string) =>
      `insert into profiles (profile_name, name, address, city, state, postal, country, phone, card_last4, card_brand, card_exp_month,
        card_exp_year, has_password, secrets, seal_row, card_print, person_key, search_text, created_at)
        values ('', '', '', '', '', '', '', '', '', '', '', '', 0, '', '${name}', '', '', '${name} insert into profiles_search_data;', 1)`;
    await connect(source).batch([insert('mara quill'), insert('nico vale')], 'write');
    const file = join(folder, 'copy.db');
    const counts = await backUp(source, file);
    expect(Object.keys(counts).filter((table) => table.startsWith('profiles'))).toEqual([
      'profiles',
    ]);
    const target = await start('target');
    await restore(file, target);
    const client = connect(target);
    await client.execute(insert('oskar quill'));
    const { rows } = await client.execute(
      `select rowid from profiles_search where profiles_search match '"qui" AND "uil"' order by 1`,
    );
    expect(rows.map(({ rowid }) => rowid)).toEqual([1, 3]);
    await client.execute(
      "insert into profiles_search (profiles_search) values ('integrity-check')",
    );
  });

  test('restored has the index of the notification search', async () => {
    const source = await startFilled();
    const insert = (title: string) =>
      `insert into notifications (kind, title, topic, body, dedupe_key, created_at) values ('system', '${title}', '', 'insert into notifications_search_data;', '${title}', 1)`;
    await connect(source).batch([insert('Mara Quill'), insert('Nico Vale')], 'write');
    const file = join(folder, 'copy.db');
    await backUp(source, file);
    const target = await start('target');
    await restore(file, target);
    const client = connect(target);
    await client.execute(insert('Oskar QUILL'));
    const { rows } = await client.execute(
      `select title from notifications where id in (select rowid from notifications_search where notifications_search match '"r quill" OR "a quill"') order by 1`,
    );
    expect(rows.map(({ title }) => title)).toEqual(['Mara Quill', 'Oskar QUILL']);
    await client.execute(
      "insert into notifications_search (notifications_search) values ('integrity-check')",
    );
  });

  test('taken while others write contains the state of one moment', async () => {
    const source = await start('source');
    const client = connect(source);
    await client.execute('create table pair (side text, n integer)');
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; isWriting; n += 1) {
        await client.batch(
          ['left', 'right'].map((side) => ({
            sql: 'insert into pair values (?, ?)',
            args: [side, n],
          })),
          'write',
        );
      }
    })();
    for (const name of ['one', 'two', 'three']) {
      const { pair = 1 } = await backUp(source, join(folder, `${name}.db`));
      expect(pair % 2).toBe(0);
    }
    isWriting = false;
    await writing;
  });

  test('that is started twice at once for one file is made once, and the other start reports that', async () => {
    const source = await startFilled();
    const file = join(folder, 'copy.db');
    // The file remains from a backup that was killed.
    writeFileSync(`${file}.999999999-1.partial`, 'half');
    const results = await Promise.allSettled([1, 2, 3].map(() => backUp(source, file)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason)] : [],
    );
    expect(refused).toEqual(Array(2).fill(`Error: ${file} exists already: name a new file.`));
    expect(readdirSync(folder).toSorted()).toEqual(['copy.db', 'source']);
    await restore(file, await start('target'));
  });

  test('leaves no file behind when the server refuses, and replaces no file', async () => {
    const source = await start('source');
    const file = join(folder, 'copy.db');
    await expect(backUp({ url: source.url, authToken: 'wrong' }, file)).rejects.toThrow(
      'answered 401 to /dump.',
    );
    expect(readdirSync(folder)).toEqual(['source']);
    writeFileSync(file, 'something else');
    await expect(backUp(source, file)).rejects.toThrow('exists already');
  });
});

describe('restoring', () => {
  test('ends sign-ins, because one that was ended after the backup would be valid again', async () => {
    const source = await startFilled();
    const client = connect(source);
    await client.batch(
      [
        "insert into sessions (id, operator_id, created_at, expires_at, last_used_at, user_agent) values ('a', 1, 1, 9000000000000, 1, '')",
        "insert into passkey_challenges (id, operator_id, purpose, challenge, expires_at) values ('b', 1, 'sign_in', 'c', 9000000000000)",
        "insert into mailbox_sign_ins (id, operator_id, provider, state, seal_row, expires_at, created_at) values ('d', 1, 'google', 'pending', 'e', 9000000000000, 1)",
      ],
      'write',
    );
    const version = async (from: ReturnType<typeof connect>) =>
      Number((await from.execute('select token_version from operators')).rows[0]?.token_version);
    const before = await version(client);
    const file = join(folder, 'copy.db');
    await backUp(source, file);
    const target = await start('target');
    expect(await restore(file, target)).toMatchObject({
      sessions: 1,
      passkey_challenges: 0,
      mailbox_sign_ins: 0,
    });
    const restored = connect(target);
    expect(await version(restored)).toBe(before + 1);
    const open = await restored.execute('select 1 from sessions where ended_at is null');
    const pending = await restored.execute('select 1 from passkey_challenges');
    expect([open.rows, pending.rows]).toEqual([[], []]);
  });

  test('sends no message to a channel that had one pending at the time of the backup', async () => {
    const source = await startFilled();
    const waiting =
      'insert into channel_deliveries (channel_id, notification_id) values (1, 1), (1, 2)';
    await connect(source).execute(waiting);
    const file = join(folder, 'copy.db');
    await backUp(source, file);
    const target = await start('target');
    expect(await restore(file, target)).toMatchObject({ channel_deliveries: 0 });
    expect((await connect(target).execute('select * from channel_deliveries')).rows).toEqual([]);
  });

  test('leaves no sign-in valid when it is interrupted', async () => {
    const source = await startFilled();
    const rows = Array.from({ length: 1_100 }, (_, n) => `('s${n}', 1, 1, 9000000000000, 1, '')`);
    await connect(source).execute(
      `insert into sessions (id, operator_id, created_at, expires_at, last_used_at, user_agent) values ${rows.join()}`,
    );
    const before = await connect(source).execute('select token_version from operators');
    const file = join(folder, 'copy.db');
    await backUp(source, file);
    const send = globalThis.fetch;
    for (const [name, text, written] of [
      ['rows', 's600', 500],
      ['indexes', 'CREATE INDEX', 1_100],
      ['comparison', 'select count(*)', 1_100],
    ] as const) {
      const target = await start(name);
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        const body = input instanceof Request ? await input.clone().text() : String(init?.body);
        if (body.includes(text)) throw new Error('cut off');
        return send(input, init);
      });
      await expect(restore(file, target), name).rejects.toThrow('cut off');
      vi.restoreAllMocks();
      const restored = connect(target);
      const count = await restored.execute('select count(*), count(ended_at) from sessions');
      expect(Object.values(count.rows[0] ?? {}), name).toEqual([written, written]);
      const after = await restored.execute('select token_version from operators');
      const raised = (value: unknown) => Number(value) + 1;
      expect(after.rows[0]?.token_version).toBe(raised(before.rows[0]?.token_version));
    }
  });

  test('refuses a backup of a later release before it writes anything', async () => {
    const source = await startFilled();
    await connect(source).execute("insert into applied_migrations values ('9001_later', 'f', 1)");
    const file = join(folder, 'copy.db');
    await backUp(source, file);
    const target = await start('target');
    await expect(restore(file, target)).rejects.toThrow(
      'The database was written by a later release (migration 9001_later)',
    );
    const { rows } = await connect(target).execute('select name from sqlite_schema');
    expect(rows).toEqual([]);
  });

  test('refuses a backup whose secrets the named DATA_KEY does not open', async () => {
    const source = await startFilled();
    const [key, other] = [7, 8].map((byte) => `k1:${Buffer.alloc(32, byte).toString('base64')}`);
    const empty = join(folder, 'empty.db');
    await backUp(source, empty);
    const column = 'imap_accounts.password';
    const place = { column, row: 'r', boundTo: ['a@b.test', 'b', 993] } as const;
    await connect(source).execute({
      sql: "insert into imap_accounts (user, user_key, host, port, password, seal_row, is_active, created_at) values ('a@b.test', 'a@b.test', 'b', 993, ?, 'r', 1, 1)",
      args: [seal(parseDataKeys(key ?? ''), place, 'secret')],
    });
    const file = join(folder, 'copy.db');
    await backUp(source, file);
    vi.stubEnv('DATA_DIR', folder);
    const remedy = `copy secrets.json of the installation that it comes from to ${folder}, or set its DATA_KEY, and restore again.`;
    vi.stubEnv('DATA_KEY', '');
    await expect(assertOpenable(file)).rejects.toThrow(
      `No data key is named, and the database holds passwords and cards that were sealed with one: ${remedy}`,
    );
    await assertOpenable(empty);
    vi.stubEnv('DATA_KEY', other);
    await expect(assertOpenable(file)).rejects.toThrow(
      `The stored passwords and cards were sealed with another DATA_KEY, which is needed to open them: ${remedy}`,
    );
    vi.stubEnv('DATA_KEY', '');
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ DATA_KEY: key }));
    await assertOpenable(file);
    vi.unstubAllEnvs();
  });

  test('refuses a backup of a version before 1.0.0 before it writes anything', async () => {
    const source = await start('source');
    await writeOldMigrations(connect(source));
    const file = join(folder, 'copy.db');
    await backUp(source, file);
    const target = await start('target');
    await expect(restore(file, target)).rejects.toThrow(
      'The database was written by a version before 1.0.0',
    );
    const { rows } = await connect(target).execute('select name from sqlite_schema');
    expect(rows).toEqual([]);
  });

  test('refuses a database that is not empty, and a file that is not a database', async () => {
    const source = await startFilled();
    const file = join(folder, 'copy.db');
    await backUp(source, file);
    await expect(restore(file, source)).rejects.toThrow('The database is not empty');
    writeFileSync(
      join(folder, 'other.db'),
      'no database, but long enough to look like one'.repeat(50),
    );
    const target = await start('target');
    await expect(restore(join(folder, 'other.db'), target)).rejects.toThrow(
      'other.db is not a backup.',
    );
    await expect(restore(join(folder, 'none.db'), target)).rejects.toThrow('There is no file');
  });
});

test('the oldest copies in a folder are deleted when there are too many, and nothing else', async () => {
  const copies = ['2025-12-31T23-59-59', '2026-01-01T00-00-00', '2026-11-27T03-00-00'];
  const others = [
    'secrets.json',
    'desk-old.db',
    `desk-2024-01-01T00-00-00Z.db.${process.pid}-1.partial`,
  ];
  const names = copies.map((time) => `desk-${time}Z.db`);
  for (const name of [...names, ...others]) writeFileSync(join(folder, name), '');
  // A process id higher than any that a system assigns.
  writeFileSync(join(folder, 'desk-2024-01-01T00-00-00Z.db.999999999-1.partial'), '');
  expect(await deleteOldCopies(folder, 5)).toEqual([]);
  expect(await deleteOldCopies(folder, 2)).toEqual(names.slice(0, 1));
  expect(readdirSync(folder).toSorted()).toEqual([...names.slice(1), ...others].toSorted());
});

test('a backup accepts a file, or a folder with a number of copies', () => {
  expect(readArguments(['a.db'])).toEqual({ place: 'a.db' });
  expect(readArguments(['--keep', '14', '/var/backups'])).toEqual({
    place: '/var/backups',
    keep: 14,
  });
  expect(readArguments(['--keep=1', 'x'])).toEqual({ place: 'x', keep: 1 });
  for (const wrong of [[], ['a', 'b'], ['--kep', '3', 'a']]) {
    expect(() => readArguments(wrong)).toThrow(/^Usage/);
  }
  for (const keep of ['0', '-1', 'many', '1.5']) {
    expect(() => readArguments([`--keep=${keep}`, 'a'])).toThrow('--keep needs');
  }
});

test('a copy for a trial pauses channels and watches, deactivates mailboxes and uses none of their tokens', async () => {
  const server = await start('trial');
  await migrate(server);
  const client = connect(server);
  await client.batch([
    "insert into notification_channels (operator_id, name, kind, shown_address, secrets, kinds, seal_row, created_at) values (1, 'n', 'ntfy', 'a', '', '[]', 'r', 0)",
    "insert into imap_accounts (user, user_key, host, port, is_active, password, seal_row, created_at) values ('a', 'a', 'h', 1, 1, '', 'r', 0)",
  ]);
  await client.execute(
    "update imap_accounts set auth = 'microsoft', refresh_token = 'r', access_token = 'a'",
  );
  await silence(server);
  const { rows } = await client.execute(
    'select (select is_paused from notification_channels) as channel, (select is_active from imap_accounts) as mailbox, (select refresh_token from imap_accounts) as token',
  );
  expect(rows).toMatchObject([{ channel: 1, mailbox: 0, token: null }]);
  client.close();
});
