import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useChannel } from '../../../lib/channel/index.ts';
import { reloadQueries } from '../../../lib/query-client.ts';
import { mailboxesQuery } from '../queries.ts';

/**
 * Reloads the list of mailboxes when the health of one changed. It is loaded late, because it needs
 * the live channel.
 */
export function LiveMailboxes() {
  const client = useQueryClient();
  const last = useRef<string | null>(null);
  useChannel('mailboxes', ({ changed_at }) => {
    if (last.current === changed_at) return;
    last.current = changed_at;
    void reloadQueries(client, { queryKey: mailboxesQuery.queryKey });
  });
  return null;
}
