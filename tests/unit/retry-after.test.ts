import { expect, test } from 'vitest';
import { readRetryAfter } from '../../shared/retry-after.ts';

const NOW = Date.UTC(2026, 10, 27, 10, 0, 0);

test.each([
  ['600', 600_000],
  [' 7200 ', 7_200_000],
  ['1.5', 1_500],
  ['Fri, 27 Nov 2026 10:10:00 GMT', 600_000],
  ['Friday, 27-Nov-26 10:10:00 GMT', 600_000],
  ['Fri, 27 Nov 2026 09:50:00 GMT', 0],
  ['0', 0],
  ['9'.repeat(400), 100 * 365 * 86_400_000],
  ['-5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After: %s is a wait of %j ms', (header, waitMs) => {
  expect(readRetryAfter(header, NOW)).toBe(waitMs);
});
