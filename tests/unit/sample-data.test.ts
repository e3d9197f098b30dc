import { describe, expect, test } from 'vitest';
import { newProfile } from '../../shared/profiles/schema.ts';
import { insertQueueRequest } from '../../shared/queues/schema.ts';
import {
  CATEGORIES,
  makeProfiles,
  makeQueues,
  SAMPLE_ACCOUNTS,
} from '../../worker/features/sample-data/content.ts';

const NOW = Date.UTC(2026, 10, 22);

/** The check digit of ISO/IEC 7812. */
const isLuhn = (number: string): boolean =>
  [...number].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

describe('the content of the sample data', () => {
  test('has 3,000 distinct accounts of a domain that is reserved for examples', () => {
    expect(new Set(SAMPLE_ACCOUNTS).size).toBe(3_000);
    expect(SAMPLE_ACCOUNTS.every((account) => /^[a-z]+\.[a-z]+@example\.com$/.test(account))).toBe(
      true,
    );
  });

  test('has queues that the upload accepts, and is the same for the same day', () => {
    const queues = makeQueues(NOW);
    for (const queue of queues) expect(insertQueueRequest.safeParse(queue).error).toBeUndefined();
    expect(queues.map(({ accounts }) => accounts.length)).toEqual(queues.map(() => 3_000));
    expect(makeQueues(NOW)).toEqual(queues);
  });

  test('has its best accounts in Sample Gold', () => {
    const [queue] = makeQueues(NOW);
    const position = new Map(
      queue?.accounts.map((row) => [row.account_name, row.position] as const),
    );
    const average = (accounts: readonly string[]) =>
      accounts.reduce((sum, account) => sum + (position.get(account) ?? 0), 0) / accounts.length;
    const [gold, silver] = CATEGORIES;
    expect(average(gold?.accounts ?? [])).toBeLessThan(average(silver?.accounts ?? []));
  });

  test('has profiles that are valid, with distinct test card numbers', async () => {
    const profiles = (await makeProfiles(NOW)).map((profile) => newProfile.parse(profile));
    expect(profiles).toHaveLength(48);
    const cards = profiles.map(({ card_number }) => card_number);
    expect(new Set(cards).size).toBe(48);
    expect(cards.slice(0, 2)).toEqual(['4242424242424242', '5555555555554444']);
    expect(cards.filter((card) => !isLuhn(card) || !/^(4242424242|5555555555)/.test(card))).toEqual(
      [],
    );
  });
});
