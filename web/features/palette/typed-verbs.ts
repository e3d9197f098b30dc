import { isNear } from './rank.ts';

/** The number of users that a text names, such as `generate 500 users`, or null. */
export function countIn(text: string): number | null {
  const digits = /(?:^|\s)(\d{1,3}(?:[,.\s]\d{3})+|\d+)(?=\s|$)/.exec(text)?.[1];
  const count = Number(digits?.replace(/\D/g, '') ?? 0);
  return count > 0 ? count : null;
}

/** What `alert for Vela Marin` is for, or null for a text of another kind. One error of typing is forgiven. */
export function alertTarget(text: string): string | null {
  const [, first = '', target = ''] =
    /^\s*(?:(?:add|new|price)\s+)*(\S+)\s+(?:for\s+|on\s+)?(\S.*?)\s*$/i.exec(text) ?? [];
  const isAlert = ['alert', 'alerts'].some((word) => isNear(first.toLowerCase(), word));
  return isAlert && !['for', 'on'].includes(target.toLowerCase()) ? target : null;
}
