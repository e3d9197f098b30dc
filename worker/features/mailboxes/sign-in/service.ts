import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { errorText } from '../../../../shared/error-text.ts';
import { DomainError, noSuch, wrongField } from '../../../../shared/errors.ts';
import { readStored } from '../../../../shared/json.ts';
import { mailboxOf } from '../../../../shared/mailboxes/mail-servers.ts';
import {
  SIGN_IN_CALLBACK_PATH,
  SIGN_IN_PARAMETER,
  type SignInCallback,
  type SignInRequest,
  type SignInStarted,
  type SignInState,
  type SignInStatus,
} from '../../../../shared/mailboxes/sign-in.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '../../../../shared/times.ts';
import { type Ctx, signedIn } from '../../../context/context.ts';
import {
  exchangeCode,
  type Grant,
  identityProviderOf,
  openRedirect,
  pollDeviceCode,
  requestDeviceCode,
  SignInRefusal,
} from '../../../providers/identity/index.ts';
import { mailboxPasswordPlace, signInSecretsPlace } from '../../../security/sealed-columns.ts';
import { seal, unseal } from '../../../security/vault.ts';
import { operatorOfSession } from '../../account/index.ts';
import { toImapAccount } from '../service.ts';
import { findAccounts, type StoredAccount } from '../store.ts';
import { sealTokens } from '../tokens/service.ts';
import * as store from './store.ts';

export { configuredProviders } from '../../../providers/identity/index.ts';

/** The time limit for the provider's page. */
const REDIRECT_WITHIN_MS = 10 * MINUTE_MS;
/** The result of an ended sign-in is kept this long for the operator. */
const KEPT_MS = HOUR_MS;
/** No other call polls the provider for this long, which is longer than a poll may take. */
const TURN_MS = 15_000;
/**
 * RFC 8628, 3.5: the seconds that `slow_down` adds, and the longest wait after a call without an
 * answer.
 */
const SLOWER_MS = 5_000;
const LONGEST_INTERVAL_MS = MINUTE_MS;

/** Each flow has its own cookie, because a browser may sign in to two mailboxes at once. */
const cookieOf = ({ id }: Pick<store.StoredSignIn, 'id'>): string => `mailbox_sign_in_${id}`;
const COOKIE_PATH = '/api/imap-accounts/sign-in';

const EXPIRED = 'The sign-in was not finished in time. Start again.';
const OTHER_BROWSER =
  'The sign-in came back to another browser than the one that began it. Start again, and finish it in the same browser.';
const SIGNED_OUT =
  'Your session at this desk has ended, so the mailbox was not added. Sign in to the desk and start again.';
const FAILED_HERE =
  'The sign-in could not be finished because of a fault of this desk. Start again.';

const deviceSecrets = z.object({ deviceCode: z.string() });
const redirectSecrets = z.object({
  verifier: z.string(),
  nonce: z.string(),
  redirectUri: z.string(),
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const randomText = (): string => randomBytes(32).toString('base64url');

/**
 * Starts to sign in to a mailbox at its provider: a new one, or a stored one whose grant is
 * renewed.
 * @param site the address of the desk in the operator's browser
 * @returns what the browser shows or opens, and the cookie that binds a redirect to this browser
 * @throws DomainError `unavailable` without a client id, `not_found` for an unknown mailbox,
 * `forbidden` for an API token, which has no browser
 */
export async function startSignIn(
  ctx: Ctx,
  { provider: name, id, tags }: SignInRequest,
  site: () => URL,
): Promise<{ started: SignInStarted; cookie: string | null }> {
  const provider = identityProviderOf(ctx.env, name);
  const [account] = id === undefined ? [] : await findAccounts(ctx.db, [id]);
  if (id !== undefined && account === undefined) throw noSuch('IMAP account');
  if (account !== undefined && account.auth !== 'password' && account.auth !== name)
    throw wrongField('provider', `${account.user} does not sign in at ${provider.label}.`);
  const flow = {
    id: crypto.randomUUID(),
    operatorId: signedIn(ctx).id,
    sessionId: ctx.sessionId,
    provider: name,
    accountId: id ?? null,
    tags: tags ?? null,
    state: 'pending' as const,
    sealRow: crypto.randomUUID(),
    createdAt: ctx.clock(),
  };
  await deleteOldSignIns(ctx);
  const base = { success: true as const, flow: flow.id };
  const sealed = (secrets: object) =>
    seal(ctx.env.DATA_KEY, signInSecretsPlace(flow), JSON.stringify(secrets));
  if (name === 'microsoft') {
    const code = await orInWords(requestDeviceCode(provider));
    const expiresAt = ctx.clock() + code.lifeMs;
    await store.insertSignIn(ctx, {
      ...flow,
      secrets: sealed({ deviceCode: code.deviceCode }),
      intervalMs: code.intervalMs,
      pollAt: ctx.clock() + code.intervalMs,
      expiresAt,
    });
    const shown = { user_code: code.userCode, verification_uri: code.verificationUri };
    const started = { ...base, mode: 'device' as const, ...shown, expires_at: isoTime(expiresAt) };
    return { started, cookie: null };
  }
  if (ctx.sessionId === null)
    throw new DomainError(
      'forbidden',
      `A token cannot sign in at ${provider.label}, which sends a browser back. It needs a sign-in to the desk.`,
    );
  const { protocol, origin } = site();
  const [state, cookie] = [randomText(), randomText()];
  const target = {
    state,
    redirectUri: `${origin}${SIGN_IN_CALLBACK_PATH}`,
    user: account?.user ?? null,
  };
  const { url, secrets } = await openRedirect(provider, target);
  await store.insertSignIn(ctx, {
    ...flow,
    secrets: sealed(secrets),
    stateHash: hashOf(state),
    cookieHash: hashOf(cookie),
    expiresAt: ctx.clock() + REDIRECT_WITHIN_MS,
  });
  const secure = protocol === 'https:' ? '; Secure' : '';
  const rest = `Path=${COOKIE_PATH}; Max-Age=${REDIRECT_WITHIN_MS / 1000}; HttpOnly; SameSite=Lax${secure}`;
  return {
    started: { ...base, mode: 'redirect', url },
    cookie: `${cookieOf(flow)}=${cookie}; ${rest}`,
  };
}

/** A refusal of the provider as the failure of a call. */
const orInWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof SignInRefusal
      ? new DomainError('upstream_failed', error.message, { cause: error })
      : error;
  });

/**
 * The state of a sign-in of the operator's session. If it is due, the provider is polled once.
 * @throws DomainError `not_found`
 */
export async function readSignIn(ctx: Ctx, id: string): Promise<SignInStatus> {
  const owner = { operatorId: signedIn(ctx).id, sessionId: ctx.sessionId };
  const flow = await store.findSignIn(ctx.db, id, owner);
  if (flow.state === 'pending') {
    const polled = poll(ctx, flow);
    // The provider may already have issued the tokens when the browser leaves its call.
    ctx.waitUntil(polled.catch(() => undefined));
    await polled;
  }
  const { state, reason, accountId } = await store.findSignIn(ctx.db, id, owner);
  if (state !== 'done') return { state, reason };
  const [account] = await findAccounts(ctx.db, [accountId ?? 0]);
  return { state, reason, ...(account && { account: toImapAccount(account, ctx.clock()) }) };
}

/** Polls the provider for a device code if that is due, and records the result. */
async function poll(ctx: Ctx, flow: store.StoredSignIn): Promise<void> {
  const now = ctx.clock();
  if (flow.expiresAt <= now) {
    await store.endSignIn(ctx.db, flow, { state: 'expired', reason: EXPIRED });
    return;
  }
  const isDevice = flow.cookieHash === null && flow.secrets !== null;
  if (!isDevice || flow.pollAt > now || !(await store.takeTurn(ctx.db, flow, now + TURN_MS)))
    return;
  const wait = (intervalMs: number) =>
    store.writePace(ctx.db, flow, { intervalMs, pollAt: ctx.clock() + intervalMs });
  await recordEnd(ctx, flow, async () => {
    const { deviceCode } = readStored(deviceSecrets, openSecrets(ctx, flow));
    const provider = identityProviderOf(ctx.env, flow.provider);
    try {
      const answer = await pollDeviceCode(provider, deviceCode);
      if (answer === 'pending') await wait(flow.intervalMs);
      else if (answer === 'slow_down') await wait(flow.intervalMs + SLOWER_MS);
      else return answer;
    } catch (error) {
      const isPassing = error instanceof DomainError && error.code.startsWith('upstream_');
      if (!isPassing) throw error;
      await wait(Math.min(LONGEST_INTERVAL_MS, flow.intervalMs * 2));
    }
    return null;
  });
}

const openSecrets = (ctx: Ctx, flow: store.StoredSignIn): string =>
  unseal(ctx.env.DATA_KEY, signInSecretsPlace(flow), flow.secrets ?? '');

/** Does the last step of a sign-in, and records how it ends. `step` returns null if it does not end yet. */
async function recordEnd(
  ctx: Ctx,
  flow: store.StoredSignIn,
  step: () => Promise<Grant | null>,
): Promise<void> {
  const end = (state: SignInState, reason: string) =>
    store.endSignIn(ctx.db, flow, { state, reason });
  try {
    const grant = await step();
    if (grant !== null) await complete(ctx, flow, grant);
  } catch (error) {
    if (error instanceof SignInRefusal) {
      await end(error.kind, error.message);
      return;
    }
    ctx.log.error('sign-in to a mailbox failed', { flow: flow.id, text: errorText(error) });
    const isForOperators = error instanceof DomainError && error.code !== 'internal';
    await end('failed', isForOperators ? error.message : FAILED_HERE);
  }
}

/**
 * Stores the mailbox that the provider has confirmed.
 * @throws SignInRefusal if it is not the mailbox of the flow
 */
async function complete(ctx: Ctx, flow: store.StoredSignIn, grant: Grant): Promise<void> {
  const { user, host, port } = grant;
  const stored = await findTarget(ctx, flow, grant);
  const place = {
    user,
    host,
    port,
    auth: flow.provider,
    sealRow: stored?.sealRow ?? crypto.randomUUID(),
  };
  const password = seal(ctx.env.DATA_KEY, mailboxPasswordPlace(place), '');
  const granted = {
    user,
    host,
    port,
    auth: flow.provider,
    password,
    ...sealTokens(ctx, place, grant.tokens),
  };
  await store.completeSignIn(ctx, flow, stored, granted, place.sealRow);
  await ctx.enqueue([{ kind: 'mailboxes.check' }, { kind: 'presale-watches.assign' }]);
}

/** The stored mailbox that gets the grant; null for a new one. */
async function findTarget(
  ctx: Ctx,
  flow: store.StoredSignIn,
  grant: Grant,
): Promise<StoredAccount | null> {
  const listed = await store.listAccountsOf(ctx.db, grant.user);
  if (flow.accountId === null) return mailboxOf(listed, grant);
  const [account] = await findAccounts(ctx.db, [flow.accountId]);
  if (account === undefined)
    throw new SignInRefusal('failed', 'The mailbox was deleted during the sign-in. Add it again.');
  if (mailboxOf(listed, grant)?.id === account.id) return account;
  throw new SignInRefusal(
    'failed',
    account.user.toLowerCase() === grant.user.toLowerCase()
      ? `${account.user} is in the list with the server ${account.host}, and not ${grant.host}. Delete it and add it again.`
      : `You signed in as ${grant.user}, but this mailbox is ${account.user}. Start again and choose the account ${account.user}.`,
  );
}

/**
 * Finishes a sign-in after the provider has redirected the browser. The cookie proves that it is
 * the browser that began it.
 * @returns the page to open
 */
export async function finishSignIn(
  ctx: Ctx,
  returned: SignInCallback,
  cookies: string,
): Promise<string> {
  const flow = await store.findByState(ctx.db, hashOf(returned.state ?? ''));
  const page = `/imap-accounts?${SIGN_IN_PARAMETER}=${flow?.id ?? 'unknown'}`;
  if (flow === undefined || !(await store.takeState(ctx.db, flow))) return page;
  const finished = recordEnd(ctx, flow, async () => {
    if (flow.expiresAt <= ctx.clock()) throw new SignInRefusal('expired', EXPIRED);
    if (!isCookieOf(flow, cookies)) throw new SignInRefusal('failed', OTHER_BROWSER);
    const operator = await operatorOfSession(ctx, flow.sessionId ?? '');
    if (operator?.id !== flow.operatorId) throw new SignInRefusal('failed', SIGNED_OUT);
    Object.assign(ctx, { operator, sessionId: flow.sessionId });
    const parameters = new URLSearchParams(
      Object.entries(returned).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      ),
    );
    const secrets = readStored(redirectSecrets, openSecrets(ctx, flow));
    return exchangeCode(identityProviderOf(ctx.env, flow.provider), parameters, secrets);
  });
  ctx.waitUntil(finished);
  await finished;
  return page;
}

function isCookieOf(flow: store.StoredSignIn, cookies: string): boolean {
  const { cookieHash } = flow;
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='));
  const values = pairs
    .filter(([name]) => name === cookieOf(flow))
    .map(([, value = '']) => hashOf(value));
  return values.some(
    (hash) => cookieHash !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(cookieHash)),
  );
}

/** Deletes sign-ins an hour after their end. @returns how many. For the housekeeping job. */
export const deleteOldSignIns = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number> =>
  store.deleteSignInsBefore(db, clock() - KEPT_MS);
