import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { saved, savedCache } from '../../web/kit/saved/saved.ts';
import { removeToken, storeToken } from '../../web/lib/token.ts';

function makeStorage(): Storage {
  const entries = new Map<string, string>();
  const methods = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index: number) => [...entries.keys()][index] ?? null,
  };
  // `Object.keys` of a storage lists its entries.
  return new Proxy(methods, {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }) as unknown as Storage;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage());
});
afterEach(() => {
  removeToken();
  vi.unstubAllGlobals();
});

const signIn = (operator: number) =>
  storeToken(`head.${btoa(JSON.stringify({ sub: String(operator) }))}.signature`);

const searches = saved({
  key: 'test-searches',
  schema: z.array(z.string()),
  fallback: [],
  owner: 'operator',
});
const drafts = savedCache('test-draft-', z.object({ timestamp: z.number(), text: z.string() }));

test('what an operator stores is not read by the next operator of the browser, nor without a sign-in', () => {
  signIn(1);
  searches.write(['Northern Lanterns']);
  drafts.write('a', { timestamp: 1, text: 'webhook' });
  signIn(11);
  expect([searches.read(), drafts.names(), drafts.read('a')]).toEqual([[], [], null]);
  searches.write(['Paper Harbour']);
  removeToken();
  expect([searches.read(), drafts.names(), drafts.read('a')]).toEqual([[], [], null]);
  expect(searches.write(['Nobody'])).toBe(false);
  signIn(1);
  expect(searches.read()).toEqual(['Northern Lanterns']);
  expect([drafts.names(), drafts.read('a')?.text]).toEqual([['a'], 'webhook']);
});

test('operators of a browser share only the appearance of screens', () => {
  const declarations = globSync('web/**/*.{ts,tsx}').flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/^\s*key: (.+),\n(?:(?!^\}).*\n)*?\s*owner: 'browser'/gm),
      ([, key = '']) => key.replace(/\W+/g, ' ').trim(),
    ),
  );
  expect(declarations.sort()).toEqual([
    'dashboard list height',
    'grid table',
    'presale mailboxes',
    'profiles display',
    'queues uploads open',
    'sidebar collapsed',
    'single key shortcuts',
    'ticketing view',
  ]);
});
