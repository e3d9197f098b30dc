import { describe, expect, test } from 'vitest';
import { INTERNAL_ERROR_TEXT } from '../../shared/errors.ts';
import { failureText, joinTexts, tryAgain } from '../../web/kit/failure.ts';
import { ApiError } from '../../web/lib/api-error.ts';

const SAVE = tryAgain('Failed to save account');
const refused = (message: string, status = 409) => new ApiError('server', message, { status });

describe('the text of a failed call', () => {
  test.each([
    ['the reason of a refusal', refused('It exists.'), 'Failed to save account. It exists.'],
    [
      'the reason of a server that is away',
      refused('The scanner is away.', 503),
      'Failed to save account. The scanner is away.',
    ],
    [
      'a failure under an ok status',
      new ApiError('server', 'Taken.'),
      'Failed to save account. Taken.',
    ],
    ['no reason', refused(''), 'Failed to save account'],
    ['an unexpected failure', refused(INTERNAL_ERROR_TEXT, 500), 'Failed to save account'],
    ['the same text', refused('Failed to save account.'), 'Failed to save account.'],
    [
      "a proxy's page",
      new ApiError('no_envelope', 'The server answered with status 502.', { status: 502 }),
      'Failed to save account. Please try again.',
    ],
    ['no answer', new ApiError('network', 'Away'), 'Failed to save account. Please try again.'],
    ['any other error', new Error('x'), 'Failed to save account. Please try again.'],
  ])('begins with the text of the catalogue: %s', (_, error, text) => {
    expect(failureText(error, SAVE)).toBe(text);
  });

  test('of an action with one text has the reason too', () => {
    const text = 'Failed to load monitored artists';
    expect(failureText(refused('The database is busy.', 503), text)).toBe(
      'Failed to load monitored artists. The database is busy.',
    );
    expect(failureText(new ApiError('network', 'Away'), text)).toBe(text);
  });
});

test.each([
  ['Please try again.', 'Too many calls.', 'Please try again. Too many calls.'],
  ['Stopped', '0 of 1 profile stored.', 'Stopped. 0 of 1 profile stored.'],
  ['', 'Taken.', 'Taken.'],
  ['Stopped', '', 'Stopped'],
])('%j and %j are joined with one full stop', (headline, reason, text) => {
  expect(joinTexts(headline, reason)).toBe(text);
});
