import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, send } from '../../lib/api.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';

/** What the form sends; the password only when it was filled in. */
export interface AccountPayload {
  user: string;
  host: string;
  port: number;
  is_active: boolean;
  password?: string;
}

/** A form's payload, and the mailbox that it is about; null for a new one. */
interface AccountCall {
  id: number | null;
  payload: AccountPayload;
}

/** Adds a mailbox, or changes the one with `id`; the list reloads. */
export function useSaveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, payload }: AccountCall) =>
      id === null
        ? send(
            api['imap-accounts'].$post({ json: { ...payload, password: payload.password ?? '' } }),
          )
        : send(api['imap-accounts'][':id'].$put({ param: { id: String(id) }, json: payload })),
    onSuccess: () => client.invalidateQueries({ queryKey: mailboxesQuery.queryKey }),
  });
}

/** Deletes a mailbox; the list reloads. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      send(api['imap-accounts'][':id'].$delete({ param: { id: String(id) } })),
    onSuccess: () => client.invalidateQueries({ queryKey: mailboxesQuery.queryKey }),
  });
}

/**
 * Tries to sign in to a mailbox with what the form holds; without a password, with the stored one. A test can take
 * 40 s: it ends with `reset` and with the form that asked for it.
 */
export function useTestAccount() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: ({ id, payload }: AccountCall) => {
      const { user, host, port, password } = payload;
      const json = { user, host, port, ...(password && { password }), ...(id !== null && { id }) };
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      return send(api['imap-accounts'].test.$post({ json }, { init: { signal } }));
    },
  });
  return {
    mutate,
    data,
    error,
    isPending,
    reset: () => {
      running.current?.abort();
      reset();
    },
  };
}
