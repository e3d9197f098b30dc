import { errorText } from '../../../../shared/error-text.ts';
import { DomainError } from '../../../../shared/errors.ts';
import { SIGN_IN_AGAIN } from '../../../../shared/mailboxes/health.ts';
import { pick } from '../../../../shared/pick.ts';
import type {
  MailboxTokenAnswer,
  MailboxTokenRequest,
} from '../../../../shared/scanners/mailbox-tokens.ts';
import { HOUR_MS, isRecent, MINUTE_MS } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import type { JobMailbox } from '../../../context/scan-desk.ts';
import { LEASE_MS, LeaseHeld, withLease } from '../../../db/lease.ts';
import {
  identityProviderOf,
  renewTokens,
  SignInRefusal,
  type Tokens,
} from '../../../providers/identity/index.ts';
import { mailboxTokenPlace } from '../../../security/sealed-columns.ts';
import { seal, unseal } from '../../../security/vault.ts';
import { findAccounts, type StoredAccount } from '../store.ts';
import * as store from './store.ts';

type Renewing = Pick<Ctx, 'db' | 'env' | 'clock' | 'log' | 'waitUntil'>;

/** An access token is renewed this long before its end: longer than any job, and many ticks of a watch. */
const RENEW_BEFORE_MS = 10 * MINUTE_MS;
/** A token that temporarily cannot be renewed is passed on until this long before its end. */
const LAST_MS = MINUTE_MS;
/** No provider issues tokens for longer: a later end was written by a wrong clock. */
const LONGEST_LIFE_MS = 25 * HOUR_MS;
/** A token that was issued this recently is not renewed again because a mail server refuses it. */
const REFUSED_AGAIN_MS = MINUTE_MS;
/** A provider that does not answer blocks at most this many renewals of a job at a time. */
const RENEWED_AT_ONCE = 5;
/**
 * How long a job waits for renewals, including those of other callers: the lease of a crashed
 * caller plus one call.
 */
const LONGEST_WAIT_MS = LEASE_MS + 12_000;
const LOOK_AGAIN_MS = 150;
/** The waits before a write is repeated. A token that is not stored may be lost with its grant. */
const WRITE_AGAIN_MS = [200, 1_000, 4_000, 8_000];

/** Why a mailbox cannot be opened before a new sign-in or a later attempt. */
type Refusal = NonNullable<JobMailbox['refusal']>;

/**
 * Stored mailboxes for a job of the scanner. Those that sign in get an access token that lasts longer than the job.
 * @param isCheck gives them another access token: the stored one may open a mailbox for an hour after its grant was
 * revoked, and a connection that is open with it for longer
 */
export async function toJobMailboxes(
  ctx: Renewing,
  accounts: readonly StoredAccount[],
  { isCheck = false } = {},
): Promise<JobMailbox[]> {
  const until = ctx.clock() + LONGEST_WAIT_MS;
  const made: JobMailbox[] = [];
  const waiting = accounts.entries();
  const work = async () => {
    for (const [at, account] of waiting)
      made[at] = await toJobMailbox(ctx, account, { isCheck, until });
  };
  await Promise.all(Array.from({ length: RENEWED_AT_ONCE }, work));
  return made;
}

async function toJobMailbox(
  ctx: Renewing,
  account: StoredAccount,
  { isCheck, until }: { isCheck: boolean; until: number },
): Promise<JobMailbox> {
  const mailbox = pick(account, ['id', 'user', 'host', 'port', 'auth', 'sealRow', 'folders']);
  if (account.auth === 'password') return { ...mailbox, sealed: account.password };
  const replaced =
    isCheck && account.accessToken !== null
      ? (openOrNull(ctx, account, account.accessToken) ?? undefined)
      : undefined;
  const { refusal, accessToken } = await accessOf(ctx, account, until, replaced);
  return { ...mailbox, sealed: accessToken ?? '', ...(refusal && { refusal }) };
}

/**
 * A new access token for a scanner whose mail server has refused the one of its job. A scanner
 * without a job for the mailbox has no sealed token of it, and gets none.
 */
export async function replaceToken(
  ctx: Renewing,
  { mailbox, refused: sealed }: MailboxTokenRequest,
): Promise<MailboxTokenAnswer> {
  const none = { token: null, is_lasting: true };
  const [account] = await findAccounts(ctx.db, [mailbox]);
  if (account === undefined || account.auth === 'password') return none;
  const refused = openOrNull(ctx, account, sealed);
  if (refused === null) return none;
  const { refusal, accessToken } = await accessOf(
    ctx,
    account,
    ctx.clock() + LONGEST_WAIT_MS,
    refused,
  );
  if (accessToken === null) return { ...none, is_lasting: refusal?.isLasting ?? true };
  const token = openToken(ctx, account, 'access_token', accessToken);
  if (token === refused) return none;
  return { token: { access_token: token, sealed_token: accessToken }, is_lasting: false };
}

/**
 * The access token of a mailbox; null for a text that was sealed for another one, or with a key
 * that no longer exists.
 */
function openOrNull(ctx: Renewing, account: StoredAccount, sealed: string): string | null {
  try {
    return openToken(ctx, account, 'access_token', sealed);
  } catch {
    return null;
  }
}

interface Access {
  /** The sealed token; null with a refusal. */
  accessToken: string | null;
  refusal?: Refusal;
}

/**
 * The sealed access token of a mailbox. One that ends soon, or that the mail server has refused, is
 * renewed first, by one caller of the deployment at a time; others wait for the result.
 * @param until the time after which no renewal begins, in milliseconds since the epoch
 */
async function accessOf(
  ctx: Renewing,
  account: StoredAccount,
  until: number,
  refused?: string,
): Promise<Access> {
  let current: StoredAccount | undefined = account;
  for (;;) {
    if (current?.auth !== account.auth || current.refreshToken === null)
      return ended(account, storedReason(current));
    if (isUsable(ctx, current, refused)) return pick(current, ['accessToken']);
    // Also ends the loop for a provider whose tokens are never usable.
    if (ctx.clock() > until) return orLastMinutes(ctx, current, refused, unreached(account));
    try {
      // The provider may already have replaced the refresh token when a browser leaves its call.
      const renewal = withLease(ctx, `token of mailbox ${account.id}`, () =>
        renewUnlessDone(ctx, account.id, refused),
      );
      ctx.waitUntil(renewal.catch(() => undefined));
      await renewal;
    } catch (error) {
      if (!(error instanceof LeaseHeld))
        return orLastMinutes(ctx, current, refused, refusalOf(ctx, account, error));
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    [current] = await findAccounts(ctx.db, [account.id]);
  }
}

function isUsable(ctx: Renewing, account: StoredAccount, refused?: string): boolean {
  const { accessToken, accessEndsAt, accessIssuedAt } = account;
  if (accessToken === null || accessEndsAt === null) return false;
  const now = ctx.clock();
  const leftMs = accessEndsAt - now;
  const lifeMs = accessEndsAt - (accessIssuedAt ?? now);
  // A provider may issue tokens that last less than the time before the end.
  if (leftMs <= Math.min(RENEW_BEFORE_MS, lifeMs / 2) || leftMs > LONGEST_LIFE_MS) return false;
  const token = openOrNull(ctx, account, accessToken);
  if (token === null) return false;
  return token !== refused || isRecent(accessIssuedAt ?? 0, now, REFUSED_AGAIN_MS);
}

/**
 * The result after a renewal that failed temporarily: the stored token until shortly before its
 * end, then the failure.
 */
function orLastMinutes(
  ctx: Renewing,
  account: StoredAccount,
  refused: string | undefined,
  failure: Access,
): Access {
  const { accessToken, accessEndsAt } = account;
  if (failure.refusal?.isLasting !== false || accessToken === null) return failure;
  const leftMs = (accessEndsAt ?? 0) - ctx.clock();
  const token = openOrNull(ctx, account, accessToken);
  if (leftMs < LAST_MS || leftMs > LONGEST_LIFE_MS || token === null || token === refused)
    return failure;
  return { accessToken };
}

/**
 * Renews the tokens of a mailbox. For the holder of its lease, who first reads what another holder
 * may have done.
 */
async function renewUnlessDone(ctx: Renewing, id: number, refused?: string): Promise<void> {
  const [account] = await findAccounts(ctx.db, [id]);
  if (account === undefined || account.auth === 'password' || account.refreshToken === null) return;
  if (isUsable(ctx, account, refused)) return;
  const refreshToken = openToken(ctx, account, 'refresh_token', account.refreshToken);
  try {
    const provider = identityProviderOf(ctx.env, account.auth);
    const tokens = await renewTokens(provider, refreshToken);
    await keep(
      ctx,
      account,
      sealTokens(ctx, account, { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken }),
    );
  } catch (error) {
    if (error instanceof SignInRefusal && error.endsGrant)
      await store.endGrant(ctx.db, account, signInAgain(error.message), ctx.clock());
    throw error;
  }
}

/** Stores renewed tokens, and retries if the database does not answer. */
async function keep(
  ctx: Renewing,
  account: StoredAccount,
  tokens: store.SealedTokens,
): Promise<void> {
  for (const waitMs of [...WRITE_AGAIN_MS, null]) {
    try {
      await store.writeTokens(ctx.db, account, tokens);
      return;
    } catch (error) {
      if (waitMs === null) throw error;
      ctx.log.error('tokens of a mailbox not stored yet', {
        mailbox: account.id,
        text: errorText(error),
      });
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

type TokenPlace = Parameters<typeof mailboxTokenPlace>[1];

/** Seals tokens for one mailbox. */
export function sealTokens(
  { env, clock }: Pick<Ctx, 'env' | 'clock'>,
  mailbox: TokenPlace,
  { accessToken, refreshToken, lifeMs }: Tokens & { refreshToken: string },
): store.SealedTokens {
  const now = clock();
  return {
    refreshToken: seal(env.DATA_KEY, mailboxTokenPlace('refresh_token', mailbox), refreshToken),
    accessToken: seal(env.DATA_KEY, mailboxTokenPlace('access_token', mailbox), accessToken),
    accessEndsAt: now + lifeMs,
    accessIssuedAt: now,
  };
}

const openToken = (
  { env }: Pick<Ctx, 'env'>,
  account: StoredAccount,
  column: 'refresh_token' | 'access_token',
  sealed: string,
): string => unseal(env.DATA_KEY, mailboxTokenPlace(column, account), sealed);

const LABELS = { microsoft: 'Microsoft', google: 'Google', password: 'The provider' } as const;

const signInAgain = (reason: string): string => `${SIGN_IN_AGAIN}: ${reason}`;

const ended = (
  { auth }: StoredAccount,
  message = signInAgain(`${LABELS[auth]} has ended the access of this desk to the mailbox.`),
): Access => ({ accessToken: null, refusal: { message, isLasting: true } });

/** The sentence about the end of a grant that is stored with its mailbox. */
const storedReason = (account: StoredAccount | undefined): string | undefined =>
  account?.failure?.startsWith(`${SIGN_IN_AGAIN}: `) ? account.failure : undefined;

/** The provider did not answer: the mailbox is not reported as failing, and is retried. */
const unreached = ({ auth }: StoredAccount): Access => ({
  accessToken: null,
  refusal: {
    message: `${LABELS[auth]} could not be asked for access to this mailbox. Try again later.`,
    isLasting: false,
  },
});

function refusalOf(ctx: Renewing, account: StoredAccount, error: unknown): Access {
  if (error instanceof SignInRefusal && error.endsGrant)
    return ended(account, signInAgain(error.message));
  const isAdvice =
    error instanceof SignInRefusal ||
    (error instanceof DomainError && error.code === 'unavailable');
  if (isAdvice) return { accessToken: null, refusal: { message: error.message, isLasting: true } };
  ctx.log.error('access to a mailbox not renewed', { mailbox: account.id, text: errorText(error) });
  if (error instanceof DomainError && error.code === 'internal')
    return ended(account, signInAgain('its stored access can no longer be opened.'));
  return unreached(account);
}
