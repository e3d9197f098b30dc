import * as z from 'zod/mini';
import { cut } from '../text.ts';

const LONGEST_NAME = 300;

/**
 * A limit that a file goes beyond. `tickets`: more tickets in one order than the published limit of the event.
 * `accounts`: more accounts for the event than the operator's own rule.
 */
export const exceededLimit = z.object({
  /** The provider's id of the event; the address of its page for one that was entered by its address. */
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
  /** The most tickets of one order; null if no limit is published, or if its text states no number. */
  ticketLimit: number | null;
  /** The most tickets that the file requests in one order; null if it names no number. */
  tickets: number | null;
  /** How many accounts or profiles serve the event. */
  accounts: number;
}

/**
 * The limits that a file goes beyond, in the order of its events. An event without an account is not in the file.
 * @param accountsPerEvent the operator's own rule; null without one
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

/** The limits among `exceeded` that `confirmed` does not hold with the same numbers. */
export function unconfirmed(
  exceeded: readonly ExceededLimit[],
  confirmed: readonly ExceededLimit[],
): ExceededLimit[] {
  const keyOf = ({ event_id, kind, limit, asked }: ExceededLimit) =>
    JSON.stringify([event_id, kind, limit, asked]);
  const keys = new Set(confirmed.map(keyOf));
  return exceeded.filter((one) => !keys.has(keyOf(one)));
}
