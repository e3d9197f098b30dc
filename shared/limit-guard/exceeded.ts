import * as z from 'zod/mini';
import { cut } from '../text.ts';

const LONGEST_NAME = 300;

/**
 * A limit that a file exceeds. `tickets`: more tickets in one order than the published limit of the
 * event. `accounts`: more accounts for the event than the operator's limit rule allows.
 */
export const exceededLimit = z.object({
  /**
   * The provider's id of the event; for an event that was entered by address, the address of its
   * page.
   */
  event_id: z.string().check(z.minLength(1), z.maxLength(2_048)),
  /** The name of the event, as the operator saw it. */
  event: z.string().check(z.maxLength(LONGEST_NAME)),
  kind: z.enum(['tickets', 'accounts']),
  limit: z.int().check(z.positive()),
  asked: z.int().check(z.positive()),
});
export type ExceededLimit = z.infer<typeof exceededLimit>;

/** An event of a file: its published limit, and the requests of the file. */
export interface GuardedEvent {
  id: string;
  name: string;
  /**
   * The maximum number of tickets per order; null if no limit is published, or if its text states
   * no number.
   */
  ticketLimit: number | null;
  /**
   * The maximum number of tickets that the file requests in one order; null if it contains no
   * number.
   */
  tickets: number | null;
  /** The number of accounts or profiles that serve the event. */
  accounts: number;
}

/**
 * The limits that a file exceeds, in the order of its events. An event without an account is not in
 * the file.
 * @param accountsPerEvent the operator's limit rule; null if there is none
 */
export function findExceeded(
  events: readonly GuardedEvent[],
  accountsPerEvent: number | null,
): ExceededLimit[] {
  return events.flatMap(({ id, name, ticketLimit, tickets, accounts }) => {
    if (accounts === 0) return [];
    const event = { event_id: id, event: cut(name, LONGEST_NAME) };
    const exceeded: ExceededLimit[] = [];
    if (ticketLimit !== null && tickets !== null && tickets > ticketLimit)
      exceeded.push({ ...event, kind: 'tickets', limit: ticketLimit, asked: tickets });
    if (accountsPerEvent !== null && accounts > accountsPerEvent)
      exceeded.push({ ...event, kind: 'accounts', limit: accountsPerEvent, asked: accounts });
    return exceeded;
  });
}

/** The limits in `exceeded` that `confirmed` does not contain with the same numbers. */
export function unconfirmed(
  exceeded: readonly ExceededLimit[],
  confirmed: readonly ExceededLimit[],
): ExceededLimit[] {
  const keyOf = ({ event_id, kind, limit, asked }: ExceededLimit) =>
    JSON.stringify([event_id, kind, limit, asked]);
  const keys = new Set(confirmed.map(keyOf));
  return exceeded.filter((one) => !keys.has(keyOf(one)));
}
