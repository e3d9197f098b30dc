import { expect, it } from 'vitest';
import { blockedText } from '../../web/features/queues/blocked-text.ts';

const blocked = (data: number | undefined, isError = false) =>
  blockedText({ data, isError }, (count) => count > 0, 'No account.');

it('says that there is no account only when that is known', () => {
  expect(blocked(0)).toBe('No account.');
  expect(blocked(undefined)).toBe('Counting the accounts...');
});

it('leaves the export on when there are accounts, and when their number could not be read', () => {
  expect(blocked(3)).toBeNull();
  expect(blocked(3, true)).toBeNull();
  expect(blocked(undefined, true)).toBeNull();
});
