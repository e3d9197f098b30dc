import type { PresaleWatch } from '../../shared/presale-watches/schema.ts';
import { call } from './client.ts';
import type { MailServer } from './dovecot.ts';
import { type Product, until } from './product.ts';

/** A search that finds each code of `codeMail`. */
const HERONS = { search_keywords: ['herons'], code_length_min: 4, code_length_max: 20 };

type Api = Pick<Product, 'url' | 'token'>;

/**
 * Adds mailboxes of a mail server in one call, so that their number is not limited.
 * @returns their ids
 */
export async function importMailboxes(
  product: Api,
  { host, tlsPort: port, password }: MailServer,
  users: readonly string[],
): Promise<number[]> {
  const accounts = users.map((user) => ({ user, host, port, password }));
  await call(product, 'POST', '/imap-accounts/import', { accounts });
  const { body } = await call(product, 'GET', '/imap-accounts');
  const list = body.accounts as { id: number; user: string }[];
  return users.map((name) => list.find(({ user }) => user === name)?.id ?? 0);
}

/** Adds a watch of mailboxes. @returns its id */
export async function addWatch(
  product: Api,
  name: string,
  mailboxes: readonly number[],
): Promise<number> {
  const search = { ...HERONS, imap_account_ids: mailboxes };
  const { body } = await call(product, 'POST', '/presale-watches', { name, search });
  if (body.success !== true) throw new Error(`The watch was not added: ${body.message}`);
  return (body.data as PresaleWatch).id;
}

/** Waits until every folder of every watched mailbox has an idle connection. */
export const untilIdle = (product: Api): Promise<void> =>
  until(async () => {
    const { body } = await call(product, 'GET', '/presale-watches');
    const watches = body.data as PresaleWatch[];
    return watches.every(
      ({ state, mailboxes }) =>
        state === 'watching' && mailboxes.every(({ mode, seen_at }) => mode === 'idle' && seen_at),
    );
  });
