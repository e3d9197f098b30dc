import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as z from 'zod/mini';
import { judgeClock, judgeKeys, NO_SCANNER, SCANNER_ADVICE } from '../../shared/doctor/judge.ts';
import { type Finding, ok, todo, unknown } from '../../shared/doctor/schema.ts';
import { type Health, healthAnswer, healthFailure } from '../../shared/health/schema.ts';
import { readJson } from '../../shared/json.ts';
import { SCHEMA, VERSION } from '../../worker/db/release.ts';
import { databaseFailure } from '../../worker/features/doctor/index.ts';
import { connectionFailure } from '../services/connection-failure.ts';

const ANSWER_WITHIN_MS = 10_000;

/** The answer to an upgrade: `101` means that the WebSocket was opened. */
interface Handshake {
  status: number;
  body: string;
}

/**
 * Sends the handshake of a WebSocket without a library: a client would hide the status and the
 * sentence of a refusal.
 */
function askForSocket(url: URL): Promise<Handshake> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        Origin: url.origin,
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      },
      timeout: ANSWER_WITHIN_MS,
    });
    call.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 101, body: '' });
    });
    call.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        body = (body + part).slice(0, 4096);
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    call.on('error', reject);
    call.end();
  });
}

/** The sentence of a refusal; empty if the answer is not the desk's. */
function sentenceOf(body: string): string {
  const { data } = healthFailure.safeParse(readJson(body));
  return data?.message ?? '';
}

/** The desk refuses a socket without a token with 401, so that status proves that the upgrade arrived. */
async function examineChannel(base: URL): Promise<Finding> {
  const advice = 'Let the proxy pass WebSockets on /ws (docs/reverse-proxy.md).';
  try {
    const { status, body } = await askForSocket(new URL('/ws', base));
    if (status === 401 || status === 101) return ok('channel', 'Live updates reach the desk.');
    const sentence = sentenceOf(body);
    if (status === 403 && sentence !== '') {
      return todo('channel', sentence, `Add ${base.origin} to PUBLIC_URL.`);
    }
    return todo('channel', `A proxy does not pass WebSockets on (status ${status}).`, advice);
  } catch (error) {
    return todo('channel', `No WebSocket can be opened: ${reasonOf(error)}.`, advice);
  }
}

/**
 * The checks of a running desk, from outside. If the desk does not answer, that is one finding.
 * @param isNamed false for the default address of a start on this machine
 */
export async function examineDesk(base: URL, isNamed: boolean): Promise<Finding[]> {
  let answer: Response;
  let body: string;
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    answer = await fetch(new URL('/api/health', base), { signal, redirect: 'manual' });
    body = await answer.text();
  } catch (error) {
    const text = `Nothing answers at ${base.origin}: ${reasonOf(error)}.`;
    return [
      isNamed
        ? todo('address', text, 'Check the address, the proxy in front, and that the product runs.')
        : todo(
            'address',
            text,
            'Start the product (npm start), or name its address: --url https://…',
          ),
    ];
  }
  const health = z.union([healthAnswer, healthFailure]).safeParse(readJson(body)).data;
  if (health === undefined) {
    return [
      todo(
        'address',
        `${base.origin} answers with status ${answer.status}, and not as this product.`,
        'Check the address and the proxy in front of the desk (docs/reverse-proxy.md).',
      ),
    ];
  }
  if (!('scanner' in health)) {
    const text = 'message' in health ? health.message : 'The desk refuses this call.';
    return [todo('address', text, `Add ${base.origin} to PUBLIC_URL if it is right.`)];
  }
  return [
    ...judgeParts(health),
    ok('address', `The desk answers at ${base.origin}.`),
    await examineChannel(base),
    ...judgeDate(answer.headers.get('Date')),
    judgeVersion(health),
    judgeConnection(health.scanner),
  ];
}

/** The faults of the desk itself, whose variables may differ from those of this machine. */
function judgeParts({ database, secrets }: Pick<Health, 'database' | 'secrets'>): Finding[] {
  return [
    ...(database === 'ok' ? [] : [databaseFailure('The desk cannot reach its database.')]),
    ...(secrets === undefined ? [] : [judgeKeys(false)]),
  ];
}

function judgeDate(date: string | null): Finding[] {
  const time = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? [] : [judgeClock(Date.now() - time, 'the desk')];
}

function judgeConnection(scanner: 'connected' | 'not connected' | 'unknown'): Finding {
  if (scanner === 'connected') return ok('scanner', 'A scanner is connected.');
  if (scanner === 'not connected') return todo('scanner', NO_SCANNER, SCANNER_ADVICE);
  return unknown('scanner', 'The desk of the scanners does not answer.');
}

function judgeVersion({ version, schema }: { version: string; schema: string }): Finding {
  if (version === VERSION && schema === SCHEMA) {
    return ok('version', `The desk and these files are version ${VERSION}.`);
  }
  return todo(
    'version',
    `The desk is version ${version} (${schema}), these files are version ${VERSION} (${SCHEMA}).`,
    'Deploy these files, or check out the version of the desk.',
  );
}

/** Why a connection failed, without a full stop. */
const reasonOf = (error: unknown): string =>
  connectionFailure(error) ?? (error instanceof Error ? error.message : String(error));
