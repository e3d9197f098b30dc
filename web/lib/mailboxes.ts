import { queryOptions } from '@tanstack/react-query';
import { api, send } from './api.ts';

/** All mailboxes, without their passwords: IMAP Accounts changes them, the Presale Code Tool searches them. */
export const mailboxesQuery = queryOptions({
  queryKey: ['imap-accounts'],
  queryFn: async () => (await send(api['imap-accounts'].$get())).accounts,
});
