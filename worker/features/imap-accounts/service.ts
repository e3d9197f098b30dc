import { DomainError } from '../../../shared/errors.ts';
import {
  type ChangedImapAccount,
  type ImapAccount,
  type ImapAccountTest,
  isSamePlace,
  type MailboxPlace,
  type NewImapAccount,
} from '../../../shared/imap-accounts/schema.ts';
import type { Ctx } from '../../context.ts';
import { runJob } from '../../durable/scan-desk-client.ts';
import { mailboxPasswordPlace } from '../../security/sealed-columns.ts';
import { seal } from '../../security/vault.ts';
import * as store from './store.ts';

const PASSWORD_TO_SAVE =
  'Enter the app password again: the stored one is kept only for the same address, host and port.';
const PASSWORD_TO_TEST = 'Enter the app password again to test another address, host or port.';
/** The time limit of a connection test, with the wait for a scanner. */
const TEST_WITHIN_MS = 40_000;

/** All mailboxes, never with a password. */
export async function listImapAccounts(ctx: Ctx): Promise<ImapAccount[]> {
  return (await store.listAccounts(ctx.db)).map((row) => ({
    id: row.id,
    user: row.user,
    host: row.host,
    port: row.port,
    is_active: row.isActive,
    created_at: new Date(row.createdAt).toISOString(),
  }));
}

/** Adds a mailbox and seals its password. @throws DomainError `conflict` when it is already in the list. */
export async function addImapAccount(ctx: Ctx, input: NewImapAccount): Promise<void> {
  const { is_active: isActive, ...place } = input;
  const sealRow = crypto.randomUUID();
  const password = await sealPassword(ctx, place, sealRow, input.password);
  const createdAt = ctx.clock();
  await store.insertAccount(ctx, { ...place, isActive, password, sealRow, createdAt });
}

/**
 * Changes a mailbox. An empty password keeps the stored one while address, host and port stay the same.
 * @throws DomainError `bad_request` on the password when the mailbox moves without it.
 */
export async function changeImapAccount(
  ctx: Ctx,
  id: number,
  input: ChangedImapAccount,
): Promise<void> {
  const [stored] = await store.findAccounts(ctx.db, [id]);
  if (!stored) throw store.notFound();
  const { is_active: isActive, password, ...place } = input;
  if (!password) assertSamePlace(stored, place, PASSWORD_TO_SAVE);
  const sealed = password ? await sealPassword(ctx, place, stored.sealRow, password) : null;
  await store.updateAccount(ctx, id, { ...place, isActive, password: sealed });
}

/** Deletes a mailbox with its password. @throws DomainError `not_found` */
export async function deleteImapAccount(ctx: Ctx, id: number): Promise<void> {
  await store.deleteAccount(ctx, id);
}

/**
 * Signs in to a mailbox as a job of the scanner. Without a password the stored one of `id` is used.
 * @returns the scanner's message.
 * @throws DomainError `upstream_failed` with the reason, `unavailable` without a scanner.
 */
export async function testImapAccount(ctx: Ctx, input: ImapAccountTest): Promise<string> {
  const { id = 0, password, ...place } = input;
  const jobId = `probe-${crypto.randomUUID()}`;
  const secret = password
    ? { sealed: await sealPassword(ctx, place, jobId, password), sealRow: jobId }
    : await findPassword(ctx, id, place);
  // Recorded before it runs: a test sends a password to a server that the operator names.
  await store.recordTest(ctx, input.id ?? 'new', place);
  const mailboxes = [{ id, ...place, ...secret }];
  const job = { kind: 'probe' as const, id: jobId, withinMs: TEST_WITHIN_MS, mailboxes };
  try {
    for await (const event of runJob(ctx, job)) {
      if (event.type !== 'probed') continue;
      if (event.isOk) return event.message;
      throw new DomainError('upstream_failed', event.message);
    }
  } catch (cause) {
    // The desk's own message is about searches.
    if (cause instanceof DomainError && cause.code === 'unavailable') throw notTested(cause);
    throw cause;
  }
  throw notTested();
}

const notTested = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'The connection could not be tested: no scanner is running. Start the scanner (see the deployment guide) and test again.',
    { cause },
  );

async function findPassword(ctx: Ctx, id: number, place: MailboxPlace) {
  const [stored] = await store.findAccounts(ctx.db, [id]);
  if (!stored) throw passwordMissing('Enter the app password.');
  assertSamePlace(stored, place, PASSWORD_TO_TEST);
  return { sealed: stored.password, sealRow: stored.sealRow };
}

const sealPassword = (ctx: Ctx, place: MailboxPlace, sealRow: string, password: string) =>
  seal(ctx.env.DATA_KEY, mailboxPasswordPlace({ ...place, sealRow }), password);

/** A stored password is used only where it was entered for: any other server could read it. */
function assertSamePlace(stored: MailboxPlace, wanted: MailboxPlace, message: string): void {
  if (!isSamePlace(stored, wanted)) throw passwordMissing(message);
}

const passwordMissing = (message: string): DomainError =>
  new DomainError('bad_request', message, { issues: [{ path: 'password', message }] });
