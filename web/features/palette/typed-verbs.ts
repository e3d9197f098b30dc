import { isNear } from './rank.ts';

/** Words for generated users; one of them is typed beside a number. */
const OF_USERS = ['generate', 'users', 'user', 'addresses', 'names'];
/**
 * One typing error is accepted in these words. It is not in the shorter ones, because names are near them: Usher is near
 * "user", and James near "names".
 */
const FORGIVEN = ['generate', 'addresses'];

/**
 * The number of users in a text such as `generate 500 users`, or null. A number without a word does
 * not mean users, because artists have names such as The 1975.
 */
export function countIn(text: string): number | null {
  const words = text.toLowerCase().split(/\s+/);
  const isOfUsers = (word: string) =>
    OF_USERS.includes(word) || FORGIVEN.some((one) => isNear(word, one));
  if (!words.some(isOfUsers)) return null;
  const digits = /(?:^|\s)(\d{1,3}(?:[,.\s]\d{3})+|\d+)(?=\s|$)/.exec(text)?.[1];
  const count = Number(digits?.replace(/\D/g, '') ?? 0);
  return count > 0 ? count : null;
}

/**
 * The subject in `alert for Vela Marin`, or null for a text of another kind. One typing error is
 * accepted before `for` and `on`; without these words, Albert Hammond would be an alert for
 * Hammond.
 */
export function alertTarget(text: string): string | null {
  const [, first = '', preposition = '', target = ''] =
    /^\s*(?:(?:add|new|price)\s+)*(\S+)\s+(for\s+|on\s+)?(\S.*?)\s*$/i.exec(text) ?? [];
  const typed = first.toLowerCase();
  const isAlert = ['alert', 'alerts'].some((word) =>
    preposition === '' ? typed === word : isNear(typed, word),
  );
  return isAlert && !['for', 'on'].includes(target.toLowerCase()) ? target : null;
}
