import { queryOptions } from '@tanstack/react-query';
import type { ImapAccount } from '../../../shared/mailboxes/schema.ts';
import { api, apiFetch, send } from '../../lib/api.ts';

/** All mailboxes, without their passwords: IMAP Accounts changes them, the Presale Code Tool searches them. */
export const mailboxesQuery = queryOptions({
  queryKey: ['imap-accounts'],
  queryFn: async () => (await send(api['imap-accounts'].$get())).accounts.map(withExtras),
});

/** An account with the fields that only this product's server sends: unknown in an answer without them. */
const withExtras = (account: ImapAccount): ImapAccount => ({
  ...account,
  tags: account.tags ?? [],
  health: account.health ?? UNKNOWN_HEALTH,
});

const UNKNOWN_HEALTH: ImapAccount['health'] = {
  is_due: false,
  worked_at: null,
  checked_at: null,
  failing_since: null,
  failures: 0,
  failure: null,
};

/** The error catalogue's texts of a failed load. */
export const MAILBOXES_FAILED = {
  refused: 'Failed to load accounts',
  thrown: 'Failed to load IMAP accounts. Please try again.',
};

/** How often the scanner's state is read while it is missing or at work. */
export const SCANNER_WATCH_MS = 5_000;

/** Whether a scanner is connected; read more often while none is. */
export const scannerQuery = queryOptions({
  queryKey: ['scanner-state'],
  queryFn: async ({ signal }) => {
    const response = await apiFetch('/api/health', { signal });
    const health: unknown = await response.json();
    return (
      typeof health === 'object' &&
      health !== null &&
      'scanner' in health &&
      health.scanner === 'connected'
    );
  },
  refetchInterval: (query) => (query.state.data === false ? SCANNER_WATCH_MS : 60_000),
});
