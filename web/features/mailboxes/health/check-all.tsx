import { useMutation, useQuery } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import { toastFailure, tryAgain } from '../../../kit/failure.ts';
import { api, send } from '../../../lib/api.ts';
import { countOf } from '../../../lib/format.ts';
import { reloadAfter } from '../../../lib/query-client.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { scannerQuery } from '../../scanners/queries.ts';
import { mailboxesQuery } from '../queries.ts';
import { LiveMailboxes } from './live-mailboxes.tsx';

interface AccountsProps {
  accounts: readonly ImapAccount[];
}

const isWaiting = ({ health }: ImapAccount): boolean => health.is_due;
const CHECK_FAILED = tryAgain('The mailboxes could not be checked');

/** Starts a check of all active mailboxes; the cards show the results as they arrive. */
export function CheckAll({ accounts }: AccountsProps) {
  const check = useMutation({
    mutationFn: () =>
      reloadAfter(mailboxesQuery, send(api['imap-accounts'].check.$post({ json: {} }))),
    onError: toastFailure(CHECK_FAILED),
  });
  const waiting = accounts.filter(isWaiting).length;
  return (
    <Button
      size="sm"
      title={waiting > 0 ? undefined : 'Check all'}
      busy={check.isPending}
      icon={<PlugZap />}
      onClick={() => check.mutate()}
    >
      {waiting > 0 ? (
        `Checking ${countOf(waiting, 'mailbox', 'mailboxes')}`
      ) : (
        // Beside the filters, a phone has room for the icon alone.
        <span className="max-md:sr-only">Check all</span>
      )}
    </Button>
  );
}

/** Keeps the health of mailboxes up to date, with a banner if their checks wait for a scanner. */
export function HealthWatch({ accounts }: AccountsProps) {
  const waiting = accounts.filter(isWaiting).length;
  const scanner = useQuery({ ...scannerQuery, enabled: waiting > 0 });
  return (
    <>
      <LiveMailboxes />
      {waiting === 0 || scanner.data !== false ? null : (
        <Banner
          tone="warning"
          title="No scanner is connected."
          className="m-3 flex-none max-md:mx-3.5"
        >
          {countOf(waiting, 'mailbox waits', 'mailboxes wait')} for a check, which runs as soon as a
          scanner connects.
        </Banner>
      )}
    </>
  );
}
