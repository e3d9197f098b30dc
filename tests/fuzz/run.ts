/**
 * `npm run test:fuzz -- --seed N --calls 20000`: sends valid, nearly valid and hostile calls to all
 * routes of the API document, and frames to the live channel and the scanner's socket, while
 * providers, pages and webhooks return damaged texts. No call may be answered with an undocumented
 * 5xx, take more than ten seconds, or return a part of itself in a header or as HTML; the memory of
 * the Worker must not keep rising. A call that fails is printed as a shell command; `--from N`
 * leaves out the calls before the N-th.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { findFreePort } from '../../scripts/launch/network.ts';
import type { ApiDocument } from '../../shared/api-document/schema.ts';
import { clientFrame } from '../../shared/channel.ts';
import { fromScanner } from '../../shared/scanners/protocol.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { call } from '../imap/client.ts';
import { type Product, startProduct } from '../imap/product.ts';
import { anyCall, withTokens } from './calls.ts';
import { faultOf, LONGEST_MS } from './judge.ts';
import { damagedOutside } from './outside.ts';
import { asCurl, sendRaw } from './send.ts';
import { fuzzSockets } from './sockets.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    calls: { type: 'string', default: '20000' },
    from: { type: 'string', default: '0' },
  },
});
const [seed, calls] = [Number(values.seed), Number(values.calls)];
const AT_ONCE = 4;
/** Some calls end the sessions that they use. */
const SESSIONS = 200;
const FRAMES = 200;
/** The Worker may take this much more memory after the second half of the calls than after the first. */
const GROWTH = { ratio: 1.25, bytes: 100 * 2 ** 20 };
const MOST_PRINTED = 20;

const memoryOf = (pid: number): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** The variables that lead to the simulated providers. */
const providersAt = (url: string): Record<string, string> => ({
  TICKETMASTER_API_URL: `${url}/discovery/v2`,
  SEATGEEK_API_URL: `${url}/seatgeek/2`,
  WIKIMEDIA_API_URL: `${url}/wikimedia`,
  MUSICBRAINZ_API_URL: `${url}/musicbrainz/ws/2`,
  LISTENBRAINZ_API_URL: `${url}/listenbrainz`,
  MICROSOFT_CLIENT_ID: 'simulated',
  MICROSOFT_OAUTH_URL: `${url}/identity/microsoft`,
  GOOGLE_CLIENT_ID: 'simulated',
  GOOGLE_OAUTH_URL: `${url}/identity/google`,
  GOOGLE_CLIENT_SECRET: 'simulated',
  PROVIDER_CONTACT: 'tests@desk.example',
});

/** Faults by sentence and route, each with the first call that has the fault. */
type Faults = Map<string, string>;
/**
 * How many calls were answered with each status; 0 means no answer, because the call was cut off.
 */
const statuses = new Map<number, number>();

/**
 * Sends all calls, several at a time.
 * @returns the memory of the Worker after each tenth of them, in bytes
 */
async function sendAll(product: Product, faults: Faults): Promise<number[]> {
  const port = Number(new URL(product.url).port);
  const { body } = await call(product, 'GET', '/openapi.json');
  const tokens = await product.addOperators(SESSIONS);
  // The document of the product itself.
  const drawn = fc.sample(anyCall(body as unknown as ApiDocument), { seed, numRuns: calls });
  const memory: number[] = [];
  let next = Number(values.from);
  const work = async () => {
    for (let at = next++; at < drawn.length; at = next++) {
      const one = drawn[at];
      if (one === undefined) return;
      const token = tokens.at(-1) ?? '';
      const sent = withTokens(one, { operator: token, scanner: product.scannerToken });
      const first = await sendRaw(port, sent);
      // The machine may have stood still: a call counts as slow only if it is slow again.
      const answer = first.ms > LONGEST_MS ? await sendRaw(port, sent) : first;
      if (answer.status === 401 && tokens.length > 1 && tokens.at(-1) === token) {
        const own = await call({ url: product.url, token }, 'GET', '/auth/me');
        // An earlier call may have removed the token.
        if (own.status === 401 && tokens.at(-1) === token) tokens.pop();
      }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = faultOf(answer);
      const what = `${one.route}: ${fault}`;
      if (fault !== null && !faults.has(what))
        faults.set(
          what,
          `call ${at}, ${answer.body.slice(0, 200)}\n${asCurl(port, withTokens(one, { operator: '$TOKEN', scanner: '$SCANNER' })).slice(0, 3_000)}`,
        );
      if (at % Math.ceil(calls / 10) === 0) {
        await product.tick().catch(() => undefined);
        memory.push(memoryOf(product.pidOf('worker')));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (tokens.length < 2) faults.set('All sessions are over.', '');
  return [...memory, memoryOf(product.pidOf('worker'))];
}

const simulator = await startSimulator({ day: Date.now() });
const databasePort = await findFreePort();
const outside = damagedOutside(seed, `127.0.0.1:${databasePort}`);
const logged: string[] = [];
const product = await startProduct(providersAt(simulator.url), undefined, {
  outside,
  onLog: (message: string) => logged.push(message),
  databasePorts: { own: databasePort, called: databasePort },
});
const faults: Faults = new Map();
try {
  await call(product, 'POST', '/sample-data');
  const worker = product.pidOf('worker');
  const port = Number(new URL(product.url).port);
  const frames = await fuzzSockets(
    port,
    [
      { path: `/ws?token=${product.token}`, token: '', schema: clientFrame },
      { path: '/api/scanner', token: product.scannerToken, schema: fromScanner },
    ],
    { seed, frames: FRAMES },
  );
  const memory = await sendAll(product, faults);
  const { status } = await call(product, 'GET', '/health');
  if (status !== 200) faults.set(`The health of the product is answered with ${status}.`, '');
  if (product.pidOf('worker') !== worker) faults.set('The Worker has crashed.', '');
  const [half = 0, last = 0] = [memory[Math.floor(memory.length / 2)], memory.at(-1)];
  if (last > half * GROWTH.ratio + GROWTH.bytes)
    faults.set(`The memory of the Worker has grown from ${half} to ${last} bytes.`, '');
  const isFault = (line: string) => /"error":"(Type|Range|Reference|Syntax)Error"/.test(line);
  for (const line of logged.filter(isFault)) {
    const what = `logged: ${line.replace(/^.*?"error":/, '')}`;
    if (!faults.has(what)) faults.set(what, line);
  }
  for (const [what, how] of [...faults].slice(0, MOST_PRINTED)) console.log(`${what}\n${how}\n`);
  console.log(
    `Memory of the Worker in MiB: ${memory.map((bytes) => Math.round(bytes / 2 ** 20)).join(' ')}`,
  );
  console.log(
    `Seed ${seed}: ${calls} calls, ${frames} frames, ${outside.calls} calls outside: ${faults.size} faults.`,
  );
  const byStatus = [...statuses].sort(([a], [b]) => a - b);
  console.log(`Answers by status: ${byStatus.map((pair) => pair.join(': ')).join(', ')}`);
  process.exitCode = faults.size === 0 ? 0 : 1;
} finally {
  await product.stop();
  await simulator.stop();
}
