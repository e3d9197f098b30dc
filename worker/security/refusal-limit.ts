import { DomainError } from '../../shared/errors.ts';
import { MINUTE_MS } from '../../shared/times.ts';
import type { Ctx } from '../context/context.ts';
import { addressPrefix, UNKNOWN_ADDRESS } from './client.ts';

/**
 * The maximum number of wrong tokens from one address within a minute, per isolate; then it is
 * refused without a look-up.
 */
const REFUSALS_PER_MINUTE = 20;
const MAX_ADDRESSES = 1_000;

type Caller = Pick<Ctx, 'client' | 'clock'>;

/**
 * A limit for a route that needs no sign-in, so that wrong tokens cannot flood the database. Callers without a known
 * address are not limited: they share one, and a single one of them could shut out the others.
 * @param message of the refusal.
 */
export function refusalLimit(message: string) {
  const refusals = new Map<string, { count: number; startedAt: number }>();
  return {
    /**
     * @throws DomainError `too_many_requests` after too many wrong tokens from the caller's
     * address.
     */
    assertOpen({ client, clock }: Caller): void {
      const address = addressPrefix(client.address);
      const endsAt = (refusals.get(address)?.startedAt ?? 0) + MINUTE_MS;
      if (endsAt <= clock()) refusals.delete(address);
      if ((refusals.get(address)?.count ?? 0) < REFUSALS_PER_MINUTE) return;
      const retryAfterSeconds = (endsAt - clock()) / 1000;
      throw new DomainError('too_many_requests', message, { retryAfterSeconds });
    },
    /** Counts a wrong token. */
    note({ client, clock }: Caller): void {
      if (client.address === UNKNOWN_ADDRESS) return;
      if (refusals.size >= MAX_ADDRESSES) refusals.clear();
      const address = addressPrefix(client.address);
      const { count, startedAt } = refusals.get(address) ?? { count: 0, startedAt: clock() };
      refusals.set(address, { count: count + 1, startedAt });
    },
  };
}
