import { createExecutionContext } from 'cloudflare:test';
import { createHash } from 'node:crypto';
import { isoCBOR, isoUint8Array } from '@simplewebauthn/server/helpers';
import { app } from '../../../worker/app.ts';
import type { Bindings } from '../../../worker/context/env.ts';
import type { Database } from '../../../worker/db/client.ts';
import { passkeys, recoveryCodes } from '../../../worker/db/schema/passkeys.ts';
import { makeCtx } from '../../factories/worker/context.ts';
import { makeOperator, type TestOperator } from '../../factories/worker/operators.ts';
import { checked } from '../answers.ts';
import { bindings } from '../settings.ts';

/** The request of a test. `path` replaces the route's own path. */
interface Sent {
  path?: string;
  json?: unknown;
}

/** A call that a route accepts, the entry that it makes, and a call that the route then refuses. */
interface AuditedCall extends Sent {
  action: string;
  /** A text, or a matcher if the route creates the id. */
  subject: unknown;
  /** The complete detail: the entry contains nothing else. */
  detail?: Record<string, unknown>;
  /** The table that the batch of the entry changes; null for an entry about reading. */
  writes: string | null;
  /** Null if the route takes no input: then the refused call is one without a session. */
  refused: Sent | null;
  after?: () => unknown;
}

/** The calls by method and path. */
export type AuditedCalls = Record<string, (desk: AuditedDesk) => Promise<AuditedCall>>;

/** The calls of an operator that belongs to one test. */
export interface AuditedDesk {
  operator: TestOperator;
  db: Database;
  send: (method: string, path: string, json?: unknown) => Promise<Response>;
}

export const NO_ID = 999_999_999;
export const QUEUE_TYPE = 'verified_fan';
/** A word that no other test uses. */
export const uniqueWord = () => crypto.randomUUID().slice(0, 13);

/** Empties the queues, so that no job runs beside the following tests. */
const NO_QUEUE = { sendBatch: async () => undefined };
const noQueues = {
  JOBS: NO_QUEUE,
  PRICE_JOBS: NO_QUEUE,
  ARTIST_JOBS: NO_QUEUE,
  NOTIFICATION_JOBS: NO_QUEUE,
  CHANNEL_JOBS: NO_QUEUE,
  REMINDER_JOBS: NO_QUEUE,
};
const quietBindings = { ...bindings, ...noQueues } as unknown as Bindings;

/** A call to the Worker's app, with its real middleware. */
export async function callQuietly(method: string, path: string, json?: unknown, token = '') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const request = new Request(`https://desk.test/api${path}`, { method, headers, ...body });
  const response = await app.fetch(request, quietBindings, createExecutionContext());
  return checked(response, method, `/api${path}`);
}

export async function openDesk(): Promise<AuditedDesk> {
  const operator = await makeOperator();
  const send: AuditedDesk['send'] = (method, path, json) =>
    callQuietly(method, path, json, operator.token);
  return { operator, send, db: makeCtx().db };
}

export async function addCategory(desk: AuditedDesk) {
  const name = `audited ${uniqueWord()}`;
  const account = `${uniqueWord()}@audited.test`;
  const json = { type: QUEUE_TYPE, category_name: name, accounts: [account] };
  await desk.send('POST', '/queues/accounts', json);
  return { name, account, subject: `queue_category:${QUEUE_TYPE}:${name}` };
}

/**
 * Adds a passkey that no device has and a recovery code to the operator, and enters the password.
 */
export async function makeGuarded({ operator, db, send }: AuditedDesk) {
  const id = crypto.randomUUID();
  const code = '7Q2MKX4D9RTA2HWB';
  await db.insert(passkeys).values({
    id,
    operatorId: operator.id,
    name: 'Work laptop',
    publicKey: 'AAAA',
    counter: 0,
    transports: ['internal'],
    createdAt: Date.now(),
  });
  const hash = createHash('sha256').update(`${operator.id} ${code}`).digest('base64url');
  await db.insert(recoveryCodes).values({ operatorId: operator.id, hash });
  const { email, password } = operator;
  const answer = await send('POST', '/auth/login', { email, password });
  const { second_factor } = (await answer.json()) as { second_factor: { ticket: string } };
  return { id, code, ticket: second_factor.ticket };
}

/** A new passkey as an authenticator without attestation makes it, for POST /auth/passkeys. */
export async function newPasskey({ operator, send }: AuditedDesk) {
  const { password } = operator;
  const answer = await send('POST', '/auth/passkeys/options', { password });
  const { ticket, options } = (await answer.json()) as { ticket: string; options: string };
  const { challenge }: { challenge: string } = JSON.parse(options);
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  if (!('publicKey' in keys)) throw new Error('one key instead of two');
  const { x = '', y = '' } = (await crypto.subtle.exportKey('jwk', keys.publicKey)) as JsonWebKey;
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  // COSE: an EC2 key for ES256 on P-256.
  const cose = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    [-2, bytesOf(x)],
    [-3, bytesOf(y)],
  ]);
  const credentialId = crypto.getRandomValues(new Uint8Array(16));
  const site = new Uint8Array(createHash('sha256').update('desk.test').digest());
  // Flags for present and verified, with a new credential; a counter of 0; no model of
  // authenticator.
  const head = [0x45, 0, 0, 0, 0, ...new Uint8Array(16), 0, credentialId.length];
  const authData = isoUint8Array.concat([
    site,
    Uint8Array.from(head),
    credentialId,
    isoCBOR.encode(cose),
  ]);
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  const clientData = { type: 'webauthn.create', challenge, origin: 'https://desk.test' };
  const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
  const id = base64(credentialId);
  return {
    ticket,
    name: 'Work laptop',
    credential: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(JSON.stringify(clientData)),
        attestationObject: base64(
          isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
        ),
      },
    },
  };
}
