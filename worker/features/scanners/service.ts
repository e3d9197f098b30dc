import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../../shared/errors.ts';
import { afterwards, type Ctx } from '../../context/context.ts';
import { type Changing, change } from '../../db/change.ts';
import {
  type AdmittedScanner,
  connectScanner,
  keepScanners,
} from '../../durable/scan-desk-client.ts';
import { refusalLimit } from '../../security/refusal-limit.ts';
import { logSecurity } from '../../security/security-log.ts';
import {
  admitByHash,
  deleteScanner,
  insertScanner,
  listTokenHashes,
  upsertScanner,
} from './store.ts';

export { listScanners } from './store.ts';

/** The name of the scanner with SCANNER_TOKEN. */
const VARIABLE_SCANNER = 'SCANNER_TOKEN';

const ACTOR = 'command line';

const limit = refusalLimit('Too many refused scanners. Try again later.');

/**
 * Admits a scanner by its token: one of the table, or SCANNER_TOKEN if that variable is set.
 * @returns the scanner's name, and the hash of the token.
 * @throws DomainError `invalid_token`, or `too_many_requests` after too many wrong tokens from one address.
 */
export async function admitScanner(ctx: Ctx, token: string): Promise<AdmittedScanner> {
  const scanner = await checkScanner(ctx, token);
  logSecurity(ctx, 'scanner_admitted', { scanner: scanner.name });
  return scanner;
}

/**
 * Checks the token of a scanner that was admitted, for its frequent calls.
 * @throws as {@link admitScanner}
 */
export async function checkScanner(ctx: Ctx, token: string): Promise<AdmittedScanner> {
  limit.assertOpen(ctx);
  const tokenHash = hashOf(token);
  const name = isVariableToken(ctx, token)
    ? VARIABLE_SCANNER
    : await admitByHash(ctx.db, tokenHash, ctx.clock());
  if (name === null) {
    limit.note(ctx);
    logSecurity(ctx, 'scanner_refused');
    throw new DomainError('invalid_token', 'Invalid token');
  }
  return { name, tokenHash };
}

/**
 * Connects an admitted scanner with the desk, and starts the assignment of watched mailboxes,
 * because the desk may have lost them.
 */
export async function connect(ctx: Ctx, scanner: AdmittedScanner): Promise<Response> {
  const answer = await connectScanner(ctx, scanner);
  await afterwards(ctx, 'watched mailboxes not assigned', () =>
    ctx.enqueue([{ kind: 'presale-watches.assign' }]),
  );
  return answer;
}

/** Closes the connections of scanners whose token was revoked or renewed. For the job of each minute. */
export async function disconnectRevoked(ctx: Pick<Ctx, 'db' | 'env'>): Promise<void> {
  const hashes = await listTokenHashes(ctx.db);
  const { SCANNER_TOKEN } = ctx.env;
  await keepScanners(
    ctx,
    SCANNER_TOKEN === undefined ? hashes : [...hashes, hashOf(SCANNER_TOKEN)],
  );
}

/**
 * Adds a scanner. Scanners are managed only from the command line.
 * @returns its token, which is stored as a hash only and cannot be shown again.
 * @throws DomainError `conflict` when the name is taken, `bad_request` for a bad name.
 */
export async function addScanner(ctx: Changing, name: string): Promise<string> {
  const { token, row } = newScanner(ctx, name);
  await change(ctx, {
    statements: { added: insertScanner(ctx.db, row) },
    audit: { action: 'scanners.add', subject: `scanner:${name}`, actor: ACTOR },
    conflict: () => new DomainError('conflict', `There is a scanner ${name} already.`),
  });
  return token;
}

/**
 * Creates a new token for the scanner with this name. A scanner that does not exist is added.
 * @returns the token.
 */
export async function renewScanner(ctx: Changing, name: string): Promise<string> {
  const { token, row } = newScanner(ctx, name);
  await change(ctx, {
    statements: { renewed: upsertScanner(ctx.db, row) },
    audit: { action: 'scanners.renew', subject: `scanner:${name}`, actor: ACTOR },
  });
  return token;
}

/**
 * Revokes a scanner's token. Its connections are closed within a minute.
 * @throws DomainError `not_found`
 */
export async function revokeScanner(ctx: Changing, name: string): Promise<void> {
  await change(ctx, {
    statements: { revoked: deleteScanner(ctx.db, name) },
    audit: { action: 'scanners.revoke', subject: `scanner:${name}`, actor: ACTOR },
    expect: { revoked: () => new DomainError('not_found', `There is no scanner ${name}.`) },
  });
}

function newScanner(ctx: Changing, name: string) {
  if (!/^[\w.:@ -]{1,64}$/.test(name) || name === VARIABLE_SCANNER) {
    throw new DomainError(
      'bad_request',
      'A scanner name has 1 to 64 letters, digits, blanks and . : @ _ -',
    );
  }
  const token = randomBytes(32).toString('base64url');
  return { token, row: { name, tokenHash: hashOf(token), createdAt: ctx.clock() } };
}

/** Tokens are random and long, so a fast hash is enough: there is nothing to guess. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

function isVariableToken(ctx: Pick<Ctx, 'env'>, token: string): boolean {
  const wanted = ctx.env.SCANNER_TOKEN;
  if (wanted === undefined) return false;
  return timingSafeEqual(Buffer.from(hashOf(token)), Buffer.from(hashOf(wanted)));
}
