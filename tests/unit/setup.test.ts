import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkAnswers, withValues, writeAnswers } from '../../scripts/setup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the text of .env', () => {
  test('a line that is commented out is replaced in its place, and the others stay', () => {
    const text =
      '# Keys\n#TICKETMASTER_API_KEY=\n#TICKETMASTER_API_URL=https://x.test\nPORT=8787\n';
    expect(
      withValues(text, { TICKETMASTER_API_KEY: 'abc', PORT: '9000', PUBLIC_URL: 'https://d.test' }),
    ).toBe(
      '# Keys\nTICKETMASTER_API_KEY=abc\n#TICKETMASTER_API_URL=https://x.test\nPORT=9000\nPUBLIC_URL=https://d.test\n',
    );
  });

  test('any value of one line is read as it was written', () => {
    const value = fc
      .string({ minLength: 1, maxLength: 30 })
      .filter((text) => text.trim() === text && !/[\r\n\0]/.test(text) && !/['"`]/.test(text));
    fc.assert(
      fc.property(value, (text) => {
        const file = withValues('A=1\n# B\n', { SOME_KEY: text });
        expect(parseEnv(file)).toEqual({ A: '1', SOME_KEY: text });
      }),
    );
  });

  test.each([["it's"], ['say "x"'], ['a#b'], ['$& $1'], ['back`tick']])(
    '%s keeps its characters',
    (text) => {
      expect(parseEnv(withValues('SOME_KEY=old', { SOME_KEY: text }))).toEqual({ SOME_KEY: text });
    },
  );
});

test('only its owner can read the file, which starts as a copy of the example', () => {
  const [file, example] = [join(folder, '.env'), join(folder, '.env.example')];
  writeFileSync(example, '# Explained\n#PROVIDER_CONTACT=\n');
  writeAnswers({ PROVIDER_CONTACT: 'team@desk.test' }, file, example);
  expect(readFileSync(file, 'utf8')).toBe('# Explained\nPROVIDER_CONTACT=team@desk.test\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeAnswers({ PORT: '1' }, file, example);
  expect(readFileSync(file, 'utf8')).toBe('# Explained\nPROVIDER_CONTACT=team@desk.test\nPORT=1\n');
});

test('without a terminal, the command ends with a sentence', () => {
  const options = { input: '', encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.ts'], options);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Nobody can answer here: .*\n$/)]);
});

describe('answers', () => {
  test('an existing wrong value does not prevent its replacement', async () => {
    const existing = { PUBLIC_URL: 'wrong', SEATGEEK_CLIENT_ID: 'refused' };
    expect(await checkAnswers(existing, { PUBLIC_URL: 'https://desk.test' })).toEqual([]);
  });

  test('one that cannot be used is named', async () => {
    await expect(checkAnswers({}, { PUBLIC_URL: 'desk.test' })).rejects.toThrow(
      /^PUBLIC_URL must be/,
    );
    await expect(checkAnswers({}, { OPERATOR_EMAIL: 'mara' })).rejects.toThrow(
      /^OPERATOR_EMAIL must be/,
    );
  });

  test('each key is tried with one call', async () => {
    const calls: string[] = [];
    const provider = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.writeHead(request.url?.includes('client_id') ? 403 : 200).end('{}');
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const findings = await checkAnswers(
      { TICKETMASTER_API_URL: address, SEATGEEK_API_URL: address },
      { TICKETMASTER_API_KEY: 'right', SEATGEEK_CLIENT_ID: 'wrong' },
    );
    await new Promise((resolve) => provider.close(resolve));
    expect(calls.toSorted()).toEqual([
      '/events.json?apikey=right&size=1',
      '/events?client_id=wrong&per_page=1',
    ]);
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'todo']);
  });
});
