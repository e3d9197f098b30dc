import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type {
  AddPasskeyRequest,
  Passkey,
  RemovePasskeyRequest,
  SecondFactorRequest,
} from '../../../../shared/account/passkeys.ts';
import { DomainError, noSuch } from '../../../../shared/errors.ts';
import { isoTime, MINUTE_MS } from '../../../../shared/times.ts';
import { type Ctx, signedIn } from '../../../context/context.ts';
import { change } from '../../../db/change.ts';
import { refusalLimit } from '../../../security/refusal-limit.ts';
import { logSecurity } from '../../../security/security-log.ts';
import { confirmPassword } from '../own-password.ts';
import { assertConfirmed, evictEndedSessions } from '../sessions/service.ts';
import { confirmSession, endSessionsOf } from '../sessions/store.ts';
import { type Credentials, revokeTokens, selectWhileCurrent } from '../store.ts';
import {
  countUse,
  deleteChallenge,
  insertCodes,
  insertPasskey,
  keepChallenge,
  passkeyFacts,
  readFactors,
  removePasskeys,
  type StoredPasskey,
  selectWhileCount,
  spendCode,
  tryChallenge,
} from './store.ts';

/** The library is loaded on first use, because it is larger than all other code of signing in. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** The purpose of a passkey's use. */
type UsePurpose = 'sign_in' | 'confirm';

const ENDED: Record<UsePurpose, string> = {
  sign_in: 'This sign-in has ended. Enter your password again.',
  confirm: 'This confirmation has ended. Start again.',
};

const CHALLENGE_MS = 5 * MINUTE_MS;
const MOST_PASSKEYS = 20;
const CODES = 10;
/** 32 letters and digits that cannot be confused with each other, five bits each. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Limits unknown tickets per address, because each causes a write to the database. */
const endedSignIns = refusalLimit('Too many ended sign-ins. Try again later.');

/** The operator's passkeys, oldest first, and the number of unused recovery codes. */
export async function listPasskeys(
  ctx: Ctx,
): Promise<{ passkeys: Passkey[]; recovery_codes_left: number }> {
  const { passkeys, codesLeft } = await readFactors(ctx.db, signedIn(ctx).id);
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: isoTime(createdAt),
      last_used_at: isoTime(lastUsedAt),
    })),
    recovery_codes_left: codesLeft,
  };
}

/**
 * Begins to add a passkey, after the password and, for an operator with a passkey, a confirmation with it.
 * @returns a ticket for {@link addPasskey}, and the browser's options as JSON
 * @throws DomainError `forbidden` when the confirmation is missing
 */
export async function startPasskey(ctx: Ctx, password: string, site: URL) {
  const { id, email } = signedIn(ctx);
  await assertConfirmed(ctx);
  const { forgiven } = await confirmPassword(ctx, password, 'password');
  const { passkeys } = await readFactors(ctx.db, id);
  assertRoom(passkeys.length);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Boxoffice Desk',
    rpID: site.hostname,
    userName: email,
    userID: Uint8Array.from(Buffer.from(`operator ${id}`)),
    excludeCredentials: passkeys.map(describePasskey),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return openChallenge(ctx, id, 'register', options, { statements: forgiven });
}

function assertRoom(passkeys: number): void {
  if (passkeys < MOST_PASSKEYS) return;
  throw new DomainError('bad_request', `An operator has at most ${MOST_PASSKEYS} passkeys.`);
}

/**
 * Adds the passkey that the browser created. All other sessions of the operator end, because they were opened without
 * it; with the first passkey, API tokens with the scope `secrets` end too, because they were made without one.
 * @returns ten recovery codes with the first passkey, none with later ones. They cannot be shown again.
 * @throws DomainError `bad_request` when the answer does not fit the challenge, `forbidden` when an operator with a
 * passkey has not used it recently.
 */
export async function addPasskey(
  ctx: Ctx,
  { ticket, name, credential }: AddPasskeyRequest,
  site: URL,
): Promise<string[]> {
  const { id: operatorId, email } = signedIn(ctx);
  await assertConfirmed(ctx);
  const challenge = await tryChallenge(ctx.db, { id: ticket, purpose: 'register' }, ctx.clock());
  if (challenge === null || challenge.operatorId !== operatorId) throw refusedPasskey();
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    // The library checks every field that it reads.
    response: credential as unknown as RegistrationResponseJSON,
    ...expectations(challenge.challenge, site),
  }).catch((cause: unknown) => {
    throw refusedPasskey(cause);
  });
  if (registrationInfo === undefined) throw refusedPasskey();
  const { credential: made } = registrationInfo;
  const { passkeys } = await readFactors(ctx.db, operatorId);
  assertRoom(passkeys.length);
  const codes = passkeys.length === 0 ? makeCodes() : [];
  const hashes = await Promise.all(codes.map((code) => hashCode(operatorId, code)));
  await change(ctx, {
    statements: {
      challenge: deleteChallenge(ctx.db, ticket),
      // The first passkey creates the codes, so two passkeys must not both be the first.
      unchanged: selectWhileCount(operatorId, passkeys.length),
      passkey: insertPasskey(ctx.db, {
        id: made.id,
        operatorId,
        name,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: made.transports ?? [],
        createdAt: ctx.clock(),
      }),
      ...(hashes.length > 0 && { codes: insertCodes(ctx.db, operatorId, hashes) }),
      others: endSessionsOf(ctx.db, operatorId, ctx.clock(), ctx.sessionId ?? ''),
      // Adding another passkey does not prove the use of an earlier one.
      ...(passkeys.length === 0 && {
        confirmed: confirmSession(ctx.db, ctx.sessionId ?? '', ctx.clock()),
        tokens: revokeTokens(ctx.db, operatorId, 'secrets'),
      }),
    },
    audit: { action: 'auth.add_passkey', subject: `operator:${email}`, detail: { name } },
    expect: { challenge: refusedPasskey, unchanged: refusedPasskey },
    conflict: () => new DomainError('conflict', 'This passkey is already in the list.'),
  });
  await evictEndedSessions(ctx, operatorId);
  logSecurity(ctx, 'passkey_added');
  return codes;
}

/**
 * Removes one of the operator's passkeys, after the password and a confirmation with a passkey or a recovery code; the
 * last one also removes the recovery codes. All other sessions of the operator end: the device may be lost.
 * @throws DomainError `forbidden` when the confirmation is missing
 */
export async function removePasskey(
  ctx: Ctx,
  { id, password }: RemovePasskeyRequest,
): Promise<void> {
  const operator = signedIn(ctx);
  await assertConfirmed(ctx);
  const { forgiven } = await confirmPassword(ctx, password, 'password');
  await change(ctx, {
    statements: {
      ...removePasskeys(ctx.db, operator.id, id),
      others: endSessionsOf(ctx.db, operator.id, ctx.clock(), ctx.sessionId ?? ''),
      ...forgiven,
    },
    audit: {
      action: 'auth.remove_passkey',
      subject: 'operator',
      before: passkeyFacts(operator, id),
    },
    expect: { removed: () => noSuch('passkey') },
  });
  await evictEndedSessions(ctx, operator.id);
  logSecurity(ctx, 'passkey_removed');
}

/**
 * Creates a ticket, and the options with which the operator's browser uses a passkey. The password was correct.
 * @throws DomainError `bad_credentials` if the operator was changed since it was read.
 */
export async function askForPasskey(ctx: Ctx, operator: Credentials, site: URL) {
  const { passkeys } = await readFactors(ctx.db, operator.id);
  const options = await describeUse(passkeys, site);
  // A ticket must not outlive the password that it was issued for.
  const isCurrent = selectWhileCurrent(operator, 'second factor');
  return openChallenge(ctx, operator.id, 'sign_in', options, {
    statements: { isCurrent },
    expect: { isCurrent: () => refusedFactor(ctx) },
  });
}

/** The browser's options for the use of one of the passkeys. */
async function describeUse(passkeys: readonly StoredPasskey[], site: URL) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: site.hostname,
    allowCredentials: passkeys.map(describePasskey),
    userVerification: 'preferred',
  });
}

/**
 * Begins a confirmation with the second factor in a session that is open already.
 * @returns a ticket for {@link confirm}, and the browser's options as JSON
 * @throws DomainError `bad_request` for an operator without a passkey
 */
export async function startConfirmation(ctx: Ctx, site: URL) {
  const { id } = signedIn(ctx);
  const { passkeys } = await readFactors(ctx.db, id);
  if (passkeys.length === 0) throw new DomainError('bad_request', 'You have no passkey.');
  return openChallenge(ctx, id, 'confirm', await describeUse(passkeys, site));
}

/**
 * Confirms this session with a passkey or a recovery code.
 * @throws DomainError `bad_request` for a wrong answer, and after five minutes or five tries.
 */
export async function confirm(ctx: Ctx, answer: SecondFactorRequest, site: URL): Promise<void> {
  const { id, email } = signedIn(ctx);
  // A 401 would mean that the session has ended.
  const refused = (cause: unknown) => {
    if (!(cause instanceof DomainError) || cause.code !== 'bad_credentials') throw cause;
    throw new DomainError('bad_request', cause.message, { cause });
  };
  const checked = await checkSecondFactor(ctx, { answer, purpose: 'confirm', site }).catch(refused);
  if (checked.operatorId !== id) return refused(refusedFactor(ctx));
  const { ended, used } = checked.statements;
  await change(ctx, {
    statements: {
      ended,
      used,
      confirmed: confirmSession(ctx.db, ctx.sessionId ?? '', ctx.clock()),
    },
    audit: {
      action: 'auth.confirm',
      subject: `operator:${email}`,
      detail: { second_factor: checked.factor },
    },
    expect: { ended: () => refusedFactor(ctx), used: () => refusedFactor(ctx) },
  }).catch(refused);
}

/**
 * Checks the answer to a second factor.
 * @returns the operator, and statements that mark the answer as used: each must match when the
 * session is opened
 * @throws DomainError `bad_credentials`, or `too_many_requests` after too many unknown tickets from
 * one address.
 */
export async function checkSecondFactor(
  ctx: Ctx,
  { answer, purpose, site }: { answer: SecondFactorRequest; purpose: UsePurpose; site: URL },
) {
  const { ticket } = answer;
  endedSignIns.assertOpen(ctx);
  const challenge = await tryChallenge(ctx.db, { id: ticket, purpose }, ctx.clock());
  if (challenge === null) {
    endedSignIns.note(ctx);
    logSecurity(ctx, 'second_factor_refused');
    throw new DomainError('bad_credentials', ENDED[purpose]);
  }
  const { operatorId } = challenge;
  const ended = deleteChallenge(ctx.db, ticket);
  if ('recovery_code' in answer) {
    const hash = await hashCode(operatorId, answer.recovery_code);
    const statements = { ended, used: spendCode(ctx.db, operatorId, hash) };
    return { operatorId, statements, factor: 'recovery code' };
  }
  const { passkeys } = await readFactors(ctx.db, operatorId);
  const passkey = passkeys.find(({ id }) => id === answer.credential.id);
  if (passkey === undefined) throw refusedFactor(ctx);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // The library checks every field that it reads.
    response: answer.credential as unknown as AuthenticationResponseJSON,
    ...expectations(challenge.challenge, site),
    credential: {
      ...describePasskey(passkey),
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((cause: unknown) => {
    throw refusedFactor(ctx, cause);
  });
  if (!verified) throw refusedFactor(ctx);
  const next = { counter: authenticationInfo.newCounter, lastUsedAt: ctx.clock() };
  const statements = { ended, used: countUse(ctx.db, passkey, next) };
  return { operatorId, statements, factor: 'passkey' };
}

/** A refused second factor, which is logged. */
export function refusedFactor(ctx: Ctx, cause?: unknown): DomainError {
  logSecurity(ctx, 'second_factor_refused');
  const message = 'The passkey or recovery code was not accepted.';
  return new DomainError('bad_credentials', message, { cause });
}

const refusedPasskey = (cause?: unknown) =>
  new DomainError('bad_request', 'The passkey was not accepted. Start again.', { cause });

/** Stores the challenge of a browser's options. @returns its ticket, and the options as JSON */
async function openChallenge(
  ctx: Ctx,
  operatorId: number,
  purpose: 'register' | UsePurpose,
  options: { challenge: string },
  more: Pick<Parameters<typeof change>[1], 'statements' | 'expect'> = { statements: {} },
): Promise<{ ticket: string; options: string }> {
  const id = crypto.randomUUID();
  const now = ctx.clock();
  const { challenge } = options;
  const row = { id, operatorId, purpose, challenge, expiresAt: now + CHALLENGE_MS };
  const { statements, expect = {} } = more;
  await change(ctx, {
    statements: { ...keepChallenge(ctx.db, row, now), ...statements },
    expect,
    audit: null,
  });
  return { ticket: id, options: JSON.stringify(options) };
}

/** The password is the first factor, so a device without PIN or fingerprint is enough. */
const expectations = (expectedChallenge: string, site: URL) => ({
  expectedChallenge,
  expectedOrigin: site.origin,
  expectedRPID: site.hostname,
  requireUserVerification: false,
});

const describePasskey = ({ id, transports }: StoredPasskey) => ({
  id,
  // The transports that the browser reported when the passkey was created.
  transports: transports as AuthenticatorTransport[],
});

/** Ten codes of 80 random bits, such as `7Q2M-KX4D-9RTA-2HWB`. */
function makeCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH));
    const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return (letters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
  });
}

/** The hash under which a code of an operator is stored. Case, blanks and hyphens are ignored. */
async function hashCode(operatorId: number, code: string): Promise<string> {
  const letters = code.toUpperCase().replaceAll(/[^A-Z\d]/g, '');
  const bytes = new TextEncoder().encode(`${operatorId} ${letters}`);
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url');
}
