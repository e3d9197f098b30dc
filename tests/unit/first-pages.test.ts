import { expect, test } from 'vitest';
import type { Env } from '../../worker/context/env.ts';
import { findFirstPage, keepFirstPage } from '../../worker/features/queues/accounts/first-pages.ts';

const filter = { pool: 1, sort: 'best_ratio' } as const;
const page = (version: number, ids: number[]) => ({
  version,
  limit: ids.length,
  ids,
  ranks: new Map(ids.map((id, at) => [id, at + 1])),
});

test('a first page answers requests for a shorter one of its version and order, and for nothing else', () => {
  const env = {} as Env;
  keepFirstPage(env, filter, page(7, [30, 10, 20]));
  expect(findFirstPage(env, filter, { version: 7, limit: 2 })?.ids).toEqual([30, 10]);
  expect(findFirstPage(env, filter, { version: 7, limit: 4 })).toBeUndefined();
  expect(findFirstPage(env, filter, { version: 8, limit: 2 })).toBeUndefined();
  expect(findFirstPage(env, filter, { version: 6, limit: 2 })).toBeUndefined();
  const others = [
    { ...filter, pool: 2 },
    { ...filter, sort: '-best_ratio' },
  ] as const;
  for (const other of others)
    expect(findFirstPage(env, other, { version: 7, limit: 2 })).toBeUndefined();
  expect(findFirstPage({} as Env, filter, { version: 7, limit: 2 })).toBeUndefined();
});

test('a longer page and one of another version replace a first page, and a shorter one does not', () => {
  const env = {} as Env;
  const read = (version: number) => findFirstPage(env, filter, { version, limit: 1 })?.ids;
  keepFirstPage(env, filter, page(7, [3, 1]));
  keepFirstPage(env, filter, page(7, [3]));
  expect(findFirstPage(env, filter, { version: 7, limit: 2 })?.ids).toEqual([3, 1]);
  keepFirstPage(env, filter, page(7, [3, 1, 2]));
  expect(findFirstPage(env, filter, { version: 7, limit: 3 })?.ids).toEqual([3, 1, 2]);
  keepFirstPage(env, filter, page(8, [2]));
  expect(read(8)).toEqual([2]);
  expect(read(7)).toBeUndefined();
});
