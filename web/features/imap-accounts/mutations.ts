import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, send } from '../../lib/api.ts';
import { IMAP_ACCOUNTS_KEY } from './queries.ts';

/** What the form sends; the password only when it was filled in. */
export interface AccountPayload {
  user: string;
  host: string;
  port: number;
  is_active: boolean;
  password?: string;
}

/** Adds a mailbox, or changes the one with `id`; the list reloads. */
export function useSaveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, payload }: { id: number | null; payload: AccountPayload }) =>
      id === null
        ? send(
            api['imap-accounts'].$post({ json: { ...payload, password: payload.password ?? '' } }),
          )
        : send(api['imap-accounts'][':id'].$put({ param: { id: String(id) }, json: payload })),
    onSuccess: () => client.invalidateQueries({ queryKey: IMAP_ACCOUNTS_KEY }),
  });
}

/** Deletes a mailbox; the list reloads. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      send(api['imap-accounts'][':id'].$delete({ param: { id: String(id) } })),
    onSuccess: () => client.invalidateQueries({ queryKey: IMAP_ACCOUNTS_KEY }),
  });
}

/** Tries to sign in to a mailbox with what the form holds; without a password, with the stored one. */
export function useTestAccount() {
  return useMutation({
    mutationFn: ({ id, payload }: { id: number | null; payload: AccountPayload }) => {
      const { user, host, port, password } = payload;
      const json = { user, host, port, ...(password && { password }), ...(id !== null && { id }) };
      return send(api['imap-accounts'].test.$post({ json }));
    },
  });
}
