import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureText, tryAgain } from '../../web/kit/failure.ts';
import { jsonBytes, partEnds } from '../../web/kit/file-import/part-ends.ts';
import { ApiError } from '../../web/lib/api-error.ts';

test.each([
  [[], 10, []],
  [[1, 1, 1], 10, [3]],
  [[1, 1, 1, 1, 1], 2, [2, 4, 5]],
  [[800_000, 97_990, 10], 10, [2, 3]],
  // A row that is too large for any part is sent separately.
  [[5, 2_000_000, 5], 10, [1, 2, 3]],
])('rows of %j bytes, %i at most, end their parts at %j', (sizes, rows, ends) => {
  expect(partEnds(sizes, rows)).toEqual(ends);
});

test('every row is in one part, and no part of several rows exceeds either limit', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 30 }), (given, most) => {
      const ends = partEnds(given, most);
      expect(ends.at(-1)).toBe(given.length);
      for (const [at, end] of ends.entries()) {
        const part = given.slice(ends[at - 1] ?? 0, end);
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(most);
        const bytes = part.reduce((sum, size) => sum + size + 1, 0);
        if (part.length > 1) expect(bytes).toBeLessThan(900_000);
      }
    }),
  );
});

test('the counted bytes of a row equal the sent ones', () => {
  expect(jsonBytes({ account_name: 'zoë "x"', position: 1 })).toBe(
    Buffer.byteLength(JSON.stringify({ account_name: 'zoë "x"', position: 1 })),
  );
});

test('a proxy that refuses the size of a call is named as the reason', () => {
  const refused = new ApiError('no_envelope', 'status 413', { status: 413 });
  expect(failureText(refused, tryAgain('Upload failed'))).toBe(
    'Upload failed. The proxy in front of this desk refuses calls of this size: its limit must be 32 MB.',
  );
  const own = new ApiError('server', 'At most 24 MiB.', { status: 413 });
  expect(failureText(own, tryAgain('Upload failed'))).toContain('At most 24 MiB.');
});
