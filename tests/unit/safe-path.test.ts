import { expect, test, vi } from 'vitest';
import { safePath } from '../../web/lib/safe-path.ts';

vi.stubGlobal('location', { origin: 'https://desk.test' });

test.each([
  ['/settings', '/settings'],
  ['/a?b=//c#d', '/a?b=//c#d'],
  ['/a/../b', '/b'],
  ['/a//b', '/a//b'],
  [undefined, null],
  ['', null],
  ['settings', null],
  ['https://evil.example', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\tevil', null],
  ['/.//evil.example', null],
  ['/a/..//evil.example', null],
  ['/%2e//evil.example', null],
])('%j leads to %j', (wanted, path) => {
  expect(safePath(wanted)).toBe(path);
});
