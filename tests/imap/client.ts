import type { FoundCode, MailboxReport, PresaleAnswer } from '../../shared/presale-codes/events.ts';
import type { Product } from './product.ts';

/** The address of the API and the caller. */
type Api = Pick<Product, 'url' | 'token'>;

/** One event of a search's stream. */
export type StreamEvent =
  | { event: 'progress'; data: MailboxReport }
  | { event: 'code'; data: FoundCode }
  | { event: 'done'; data: PresaleAnswer }
  | { event: 'error'; data: { message: string } };

const SEARCH = {
  search_keywords: ['e'],
  code_length_min: 3,
  code_length_max: 40,
  search_days: 7,
} as const;

/** Calls the API as the signed-in operator. */
export async function call(
  product: Api,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${product.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${product.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Adds mailboxes and returns their ids. */
export async function addMailboxes(
  product: Api,
  mailboxes: readonly { user: string; host: string; port: number; password: string }[],
): Promise<number[]> {
  for (const mailbox of mailboxes) await call(product, 'POST', '/imap-accounts', mailbox);
  const { body } = await call(product, 'GET', '/imap-accounts');
  const accounts = body.accounts as { id: number; user: string }[];
  return mailboxes.map(({ user }) => accounts.find((account) => account.user === user)?.id ?? 0);
}

/** Searches with the stream and yields its events as they arrive. */
export async function* search(
  product: Api,
  ids: readonly number[],
  options: { id?: string; signal?: AbortSignal; more?: object } = {},
): AsyncGenerator<StreamEvent> {
  const response = await fetch(`${product.url}/api/presale-codes/search`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      Authorization: `Bearer ${product.token}`,
      ...(options.id && { 'X-Search-Id': options.id }),
    },
    body: JSON.stringify({ ...SEARCH, imap_account_ids: ids, ...options.more }),
    ...(options.signal && { signal: options.signal }),
  });
  if (!response.ok || !response.body)
    throw new Error(`the search answered ${response.status}: ${await response.text()}`);
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (\w+)/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      // The answer of the server, in the shape of the schema.
      if (event && data) yield { event, data: JSON.parse(data) } as StreamEvent;
    }
  }
}

/** Runs a search to its end. */
export async function searchToEnd(
  product: Api,
  ids: readonly number[],
  options: { id?: string; more?: object } = {},
): Promise<PresaleAnswer> {
  for await (const event of search(product, ids, options)) {
    if (event.event === 'done') return event.data;
    if (event.event === 'error') throw new Error(event.data.message);
  }
  throw new Error('the stream ended early');
}
