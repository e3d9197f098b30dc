import { createHash, randomBytes } from 'node:crypto';
import type { ApiToken, NewApiToken } from '../../../shared/api-tokens/schema.ts';
import { SCOPES } from '../../../shared/api-tokens/scopes.ts';
import { DomainError, wrongField } from '../../../shared/errors.ts';
import { pick } from '../../../shared/pick.ts';
import { isoTime, isRecent } from '../../../shared/times.ts';
import { type Ctx, type Operator, signedIn } from '../../context/context.ts';
import { noteUse, USE_NOTED_EVERY_MS } from '../../security/note-use.ts';
import { refusalLimit } from '../../security/refusal-limit.ts';
import { logSecurity } from '../../security/security-log.ts';
import { assertConfirmed, confirmPassword } from '../account/index.ts';
import * as store from './store.ts';

const MAX_NOTED = 1_000;

/** When this isolate last began to write the use of a token, by its id. */
const notedAt = new Map<number, number>();

const wrongTokens = refusalLimit('Too many refused tokens. Try again later.');

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const scopesOf = (stored: string) => SCOPES.filter((scope) => stored.split(' ').includes(scope));
const isoOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** The operator's tokens, without their secrets. */
export async function listTokens(ctx: Pick<Ctx, 'db' | 'operator'>): Promise<ApiToken[]> {
  const rows = await store.findTokens(ctx.db, signedIn(ctx).id);
  return rows.map((row) => ({
    ...pick(row, ['id', 'name']),
    scopes: scopesOf(row.scopes),
    created_at: isoTime(row.createdAt),
    last_used_at: isoOrNull(row.lastUsedAt),
    expires_at: isoOrNull(row.expiresAt),
  }));
}

/**
 * Makes a token of the operator. @returns it, and its text, which cannot be shown again: only a hash of the secret is stored.
 * It takes the operator's password, and an operator with a passkey confirms first.
 * @throws DomainError `bad_request` if the password is wrong or the token would be expired, `conflict` if there are too many
 */
export async function addToken(
  ctx: Ctx,
  { name, scopes, expires_at, password }: NewApiToken,
): Promise<{ data: ApiToken; token: string }> {
  await assertConfirmed(ctx);
  const now = ctx.clock();
  const expiresAt = expires_at === null ? null : Date.parse(expires_at);
  if (expiresAt !== null && expiresAt <= now)
    throw wrongField('expires_at', 'The end is in the past.');
  const { forgiven } = await confirmPassword(ctx, password, 'password');
  const secret = randomBytes(32).toString('base64url');
  const row = {
    operatorId: signedIn(ctx).id,
    name,
    scopes: scopes.join(' '),
    secretHash: hashOf(secret),
    createdAt: now,
    expiresAt,
  };
  const id = await store.insertToken(ctx, row, forgiven);
  logSecurity(ctx, 'api_token_made', { id });
  const data = {
    id,
    name,
    scopes,
    created_at: isoTime(now),
    last_used_at: null,
    expires_at: isoOrNull(expiresAt),
  };
  return { data, token: `bod_${id}_${secret}` };
}

/** Ends one of the operator's tokens at once. @throws DomainError `not_found` */
export async function revokeToken(ctx: Ctx, id: number): Promise<void> {
  await store.deleteToken(ctx, id, signedIn(ctx).id);
  logSecurity(ctx, 'api_token_revoked', { id });
}

/**
 * The operator of a token, who acts with its scopes.
 * @throws DomainError `invalid_token` if it is malformed, revoked or expired, or its operator is disabled;
 * `too_many_requests` after too many of these from one address
 */
export async function authenticateToken(
  ctx: Ctx,
  text: string,
): Promise<{ operator: Operator; sessionId: null }> {
  wrongTokens.assertOpen(ctx);
  const [, id = '', secret = ''] = /^bod_(\d{1,15})_([\w-]{43})$/.exec(text) ?? [];
  const row =
    secret === '' ? undefined : await store.findUsableToken(ctx.db, Number(id), hashOf(secret));
  const now = ctx.clock();
  if (row === undefined || (row.expiresAt !== null && row.expiresAt <= now)) {
    wrongTokens.note(ctx);
    logSecurity(ctx, 'token_refused');
    throw new DomainError('invalid_token', 'Invalid token');
  }
  const isNoted = [row.lastUsedAt, notedAt.get(row.id)].some((at) =>
    isRecent(at ?? 0, now, USE_NOTED_EVERY_MS),
  );
  if (!isNoted) await noteTokenUse(ctx, row.id, now);
  const { operatorId, email, mustChangePassword } = row;
  const apiToken = { ...pick(row, ['id', 'name']), scopes: scopesOf(row.scopes) };
  return { operator: { id: operatorId, email, mustChangePassword, apiToken }, sessionId: null };
}

async function noteTokenUse(ctx: Ctx, id: number, now: number): Promise<void> {
  if (notedAt.size >= MAX_NOTED) notedAt.clear();
  notedAt.set(id, now);
  await noteUse(ctx, 'token', store.touchToken(ctx.db, id, now, now - USE_NOTED_EVERY_MS));
}
