import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LibsqlError } from '@libsql/client/web';
import { expect, onTestFinished, test } from 'vitest';
import { plainSentence } from '../../scripts/services/command.ts';
import { DomainError } from '../../shared/errors.ts';

/** The error that a function throws. */
async function thrownBy(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('It threw nothing.');
}

const full = new LibsqlError('SQLITE_FULL: database or disk is full', 'SQLITE_FULL');

test.each([
  ['a sentence of this program', new Error('Name a file.', { cause: full }), 'Name a file.'],
  ['a refusal', new Error('x', { cause: new DomainError('conflict', 'Taken.') }), 'Taken.'],
  ['the database server', full, 'The database cannot be written: its disk may be full.'],
  [
    'the database server, wrapped by a library',
    Object.assign(new (class QueryError extends Error {})('Failed query: insert', { cause: full })),
    'The database cannot be written: its disk may be full.',
  ],
  ['something else', 'no error', 'no error'],
])('the sentence for %s', (_name, error, sentence) => {
  expect(plainSentence(error)).toBe(sentence);
});

test('no sentence repeats the messages of SQLite or of the system', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'a.db');
  const database = new DatabaseSync(file);
  database.exec('pragma max_page_count = 2; create table a (text text)');
  const overfull = await thrownBy(() =>
    database.exec(`insert into a values ('${'x'.repeat(20_000)}')`),
  );
  expect(plainSentence(overfull)).toBe('The disk is full: free some space and try again.');
  const readOnly = new DatabaseSync(file, { readOnly: true });
  const refused = await thrownBy(() => readOnly.exec("insert into a values ('a')"));
  expect(plainSentence(refused)).toBe('The database file cannot be written.');
  readOnly.close();
  database.close();
  writeFileSync(file, 'no database, but long enough to look like one'.repeat(50));
  const other = new DatabaseSync(file);
  const foreign = await thrownBy(() => other.exec('select * from a'));
  expect(plainSentence(foreign)).toBe('The file is not a database.');
  other.close();
});

test.runIf(process.platform === 'linux')('a full disk is named in one sentence', async () => {
  const handle = await open('/dev/full', 'w');
  onTestFinished(() => handle.close());
  const error = await thrownBy(() => handle.writeFile('x'));
  expect(plainSentence(error)).toBe('The disk is full: free some space and try again.');
});
