import { DomainError } from '../../../shared/errors.ts';
import type {
  ChangedImapAccount,
  ImapAccount,
  ImapAccountTest,
  NewImapAccount,
} from '../../../shared/imap-accounts/schema.ts';
import type { Ctx } from '../../context.ts';
import { auditStatement } from '../../db/audit.ts';
import { runJob } from '../../durable/scan-desk-client.ts';
import { mailboxPasswordPlace } from '../../security/sealed-columns.ts';
import { seal } from '../../security/vault.ts';
import * as store from './store.ts';

const PASSWORD_TO_SAVE =
  'Enter the app password again: the stored one is kept only for the same address, host and port.';
const PASSWORD_TO_TEST = 'Enter the app password again to test another address, host or port.';
/** A test of a mailbox takes at most this long, waiting for a scanner included. */
const TEST_WITHIN_MS = 40_000;

const toAccount = (row: store.StoredAccount): ImapAccount => ({
  id: row.id,
  user: row.user,
  host: row.host,
  port: row.port,
  is_active: row.isActive,
  created_at: new Date(row.createdAt).toISOString(),
});

/** All mailboxes, never with a password. */
export async function listImapAccounts(ctx: Ctx): Promise<ImapAccount[]> {
  return (await store.listAccounts(ctx.db)).map(toAccount);
}

/** Adds a mailbox; its password is sealed. @throws DomainError `conflict` when it is there already. */
export async function addImapAccount(ctx: Ctx, input: NewImapAccount): Promise<void> {
  await refuseDuplicate(ctx, input);
  const sealRow = crypto.randomUUID();
  const password = await seal(
    ctx.env.DATA_KEY,
    mailboxPasswordPlace({ ...input, sealRow }),
    input.password,
  );
  const { user, host, port, is_active: isActive } = input;
  await refusingDuplicates(user, () =>
    store.insertAccount(ctx, {
      user,
      host,
      port,
      isActive,
      password,
      sealRow,
      createdAt: ctx.clock(),
    }),
  );
}

/**
 * Changes a mailbox; an empty password keeps the stored one (part 5), as long as it goes where it was given for.
 * @throws DomainError `bad_request` on the password when address, host or port are others and it is not given again.
 */
export async function changeImapAccount(
  ctx: Ctx,
  id: number,
  input: ChangedImapAccount,
): Promise<void> {
  const [known] = await store.findAccounts(ctx.db, [id]);
  if (!known) throw notFound();
  await refuseDuplicate(ctx, input, id);
  if (!input.password) assertSamePlace(known, input, PASSWORD_TO_SAVE);
  const { user, host, port, is_active: isActive } = input;
  const password = input.password
    ? await seal(
        ctx.env.DATA_KEY,
        mailboxPasswordPlace({ ...input, sealRow: known.sealRow }),
        input.password,
      )
    : null;
  const changes = { user, host, port, isActive, password };
  if (await refusingDuplicates(user, () => store.updateAccount(ctx, id, changes))) return;
  // Deleted meanwhile, or moved to another server by somebody else.
  const [now] = await store.findAccounts(ctx.db, [id]);
  if (!now) throw notFound();
  assertSamePlace(now, input, PASSWORD_TO_SAVE);
  throw new DomainError('conflict', 'The mailbox was changed meanwhile. Please try again.');
}

/** Deletes a mailbox with its password. */
export async function deleteImapAccount(ctx: Ctx, id: number): Promise<void> {
  if (!(await store.deleteAccount(ctx, id))) throw notFound();
}

/**
 * Tries to sign in, as a job of the scanner. Without a password the stored one of `id` is used.
 * @throws DomainError `upstream_failed` with the reason in plain words.
 */
export async function testImapAccount(ctx: Ctx, input: ImapAccountTest): Promise<string> {
  const jobId = `probe-${crypto.randomUUID()}`;
  const secret = await passwordToTest(ctx, input, jobId);
  const mailbox = {
    id: input.id ?? 0,
    user: input.user,
    host: input.host,
    port: input.port,
    ...secret,
  };
  // Recorded before it runs: a test sends a password to a server that the operator names.
  await auditStatement(ctx, {
    action: 'imap-accounts.test',
    subject: `imap_account:${input.id ?? 'new'}`,
    detail: { user: input.user, host: input.host, port: input.port },
  });
  const job = { kind: 'probe' as const, id: jobId, withinMs: TEST_WITHIN_MS, mailboxes: [mailbox] };
  try {
    for await (const event of runJob(ctx, job)) {
      if (event.type !== 'probed') continue;
      if (event.isOk) return event.message;
      throw new DomainError('upstream_failed', event.message);
    }
  } catch (cause) {
    // The desk speaks of searches.
    if (cause instanceof DomainError && cause.code === 'unavailable') throw untested(cause);
    throw cause;
  }
  throw untested();
}

const untested = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'The connection could not be tested: no scanner answered. Start the scanner (see the deployment guide) and test again.',
    { cause },
  );

async function passwordToTest(ctx: Ctx, input: ImapAccountTest, jobId: string) {
  if (input.password) {
    const sealed = await seal(
      ctx.env.DATA_KEY,
      mailboxPasswordPlace({ ...input, sealRow: jobId }),
      input.password,
    );
    return { sealed, sealRow: jobId };
  }
  const [known] = input.id === undefined ? [] : await store.findAccounts(ctx.db, [input.id]);
  if (!known) throw passwordMissing('Enter the app password.');
  assertSamePlace(known, input, PASSWORD_TO_TEST);
  return { sealed: known.password, sealRow: known.sealRow };
}

/** A stored password goes only where it was given for: another server must not be told it unasked. */
function assertSamePlace(
  known: store.StoredAccount,
  input: { user: string; host: string; port: number },
  message: string,
): void {
  const isSame =
    known.userKey === input.user.toLowerCase() &&
    known.host === input.host &&
    known.port === input.port;
  if (!isSame) throw passwordMissing(message);
}

const passwordMissing = (message: string): DomainError =>
  new DomainError('bad_request', message, { issues: [{ path: 'password', message }] });

async function refuseDuplicate(
  ctx: Ctx,
  input: { user: string; host: string },
  exceptId?: number,
): Promise<void> {
  if (await store.isTaken(ctx.db, input.user, input.host, exceptId)) throw duplicate(input.user);
}

/** Two operators may add the same mailbox at once: the index decides, the answer is the same. */
async function refusingDuplicates<T>(user: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      if (/unique constraint/i.test(cause.message)) throw duplicate(user);
    throw error;
  }
}

const duplicate = (user: string): DomainError =>
  new DomainError('conflict', `The mailbox ${user} is already in the list.`);
const notFound = (): DomainError => new DomainError('not_found', 'There is no such mailbox.');
