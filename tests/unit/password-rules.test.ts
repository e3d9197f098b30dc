import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatePassword } from '../../scripts/operator.ts';
import { assertGoodPassword, weaknessOf } from '../../worker/security/password-rules.ts';

const email = 'anna.winter@venue-tickets.test';

test.each([
  ['short', 'A password must have 12 to 1024 characters.'],
  ['elevenchars', 'A password must have 12 to 1024 characters.'],
  ['aaaaaaaaaaaaaaaa', 'This password repeats too few characters.'],
  ['121212121212', 'This password repeats too few characters.'],
  ['qwerty123456', 'This password is one of the most common ones. Choose another.'],
  ['Password2026!', 'This password is one of the most common ones. Choose another.'],
  ['P@ssw0rd12345', 'This password is one of the most common ones. Choose another.'],
  ['!!!football!!!', 'This password is one of the most common ones. Choose another.'],
  ['dragondragon', 'This password is one of the most common ones. Choose another.'],
  [
    'boxoffice-desk',
    'This password consists of words that are easy to guess here. Choose another.',
  ],
  ['Ticketmaster2026', 'This password is one of the most common ones. Choose another.'],
  [
    'anna.winter2026',
    'This password consists of words that are easy to guess here. Choose another.',
  ],
  [
    'venue-tickets!1',
    'This password consists of words that are easy to guess here. Choose another.',
  ],
])('%s is refused: %s', (password, reason) => {
  expect(weaknessOf(password, email)).toBe(reason);
  expect(() => assertGoodPassword(password, email)).toThrow(reason);
});

test.each([
  'correct horse battery staple',
  'my desk stands in an old box office',
  '86929-4620-11937',
  'пароль для билетов',
])('%s is accepted', (password) => {
  expect(weaknessOf(password, email)).toBeNull();
});

test('a generated password is always accepted', () => {
  fc.assert(fc.property(fc.constant(0), () => weaknessOf(generatePassword(), email) === null));
});

test('any typed text gets an answer, which never repeats it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (password) => {
      const reason = weaknessOf(`>${password}<`, email);
      expect(reason ?? '').not.toContain(`>${password}<`);
    }),
  );
});
