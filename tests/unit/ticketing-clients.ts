import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../worker/context/context.ts';
import type { Gate } from '../../worker/context/gate.ts';
import { admit, INITIAL_STATE, settle } from '../../worker/providers/gate.ts';
import {
  type ClientContext,
  createDiscoveryClient,
} from '../../worker/providers/ticketmaster/index.ts';
import type { CallLimits } from '../../worker/providers/ticketmaster/operation.ts';
import { createGuardedFetch } from '../../worker/security/guarded-fetch.ts';

/** A key that would be noticed anywhere, with characters that addresses encode. */
export const TEST_KEY = 'SECRET key/+=1234567890';

/** Log lines as texts, to search them for what they must not contain. */
function createTestLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const keep = (message: string, fields: Record<string, unknown> = {}) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, info: keep, error: keep };
}

/** A gate inside this process, shared by the clients of a test file. */
let state = INITIAL_STATE;
const gate: Gate = {
  admit: async (request) => {
    const decided = admit(state, request, Date.now());
    state = decided.state;
    return decided.admission;
  },
  report: async (report) => {
    state = settle(state, report, Date.now());
  },
  quota: async () => state.quota,
};

/** Clears the pauses and the quota of earlier tests. */
export const resetGate = () => {
  state = INITIAL_STATE;
};

/** A context whose provider is the server at `origin`. */
export function contextOf(origin: string, signal = new AbortController().signal): ClientContext {
  const env = {
    TICKETMASTER_API_URL: `${origin}/discovery/v2`,
    TICKETMASTER_API_KEY: TEST_KEY,
    PROVIDERS: 'live',
  };
  return {
    // The client reads these three variables only.
    env: env as ClientContext['env'],
    fetch: createGuardedFetch({ signal }),
    clock: Date.now,
    log: createTestLog(),
    gateOf: () => gate,
    signal,
  };
}

/** A client of the server at `origin`, with short waits. */
export function clientOf(origin: string, limits: Partial<CallLimits> = {}) {
  return createDiscoveryClient(contextOf(origin), { backoffMs: 10, ...limits });
}

interface Scripted {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A real server that returns the scripted answers in turn, repeats the last one, and records the requests. */
export async function startScript(answers: Scripted[]) {
  const requested: string[] = [];
  const server: Server = createServer((request, response) => {
    const answer = answers[Math.min(requested.length, answers.length - 1)];
    requested.push(request.url ?? '');
    if (!answer || answer.status === 0) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requested,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
