import { DomainError } from '../../shared/errors.ts';
import type { Ctx } from '../context.ts';
import { type Bindings, readEnv } from '../env.ts';
import type { DeskEvent, DeskJob } from './scan-desk-messages.ts';

const desk = (bindings: Pick<Bindings, 'SCAN_DESK'>): DurableObjectStub => {
  const name = bindings.SCAN_DESK.idFromName('desk');
  return bindings.SCAN_DESK.get(name);
};

async function isSame(given: string, wanted: string): Promise<boolean> {
  const encoder = new TextEncoder();
  const digests = await Promise.all(
    [given, wanted].map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))),
  );
  const [a, b] = digests.map((digest) => new Uint8Array(digest));
  return (a ?? []).every((byte, i) => byte === b?.[i]);
}

/** Lets a scanner with the right token in at {@link SCANNER_PATH}; everybody else gets 401. */
export async function admitScanner(request: Request, bindings: Bindings): Promise<Response> {
  const refuse = (status: number, message: string) =>
    Response.json({ success: false, message }, { status });
  try {
    const token = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
    if (!(await isSame(token, readEnv(bindings).SCANNER_TOKEN)))
      return refuse(401, 'Invalid token');
    if (request.headers.get('Upgrade') !== 'websocket')
      return refuse(400, 'A scanner connects by WebSocket.');
    return await desk(bindings).fetch('https://desk/socket', { headers: { Upgrade: 'websocket' } });
  } catch {
    // Set-up faults are told by every other call; a scanner just tries again.
    return refuse(503, 'The server is not ready.');
  }
}

/** How many scanners are connected. */
export async function countScanners(ctx: Pick<Ctx, 'env'>): Promise<number> {
  const response = await desk(ctx.env.bindings).fetch('https://desk/state');
  const state = await response.json<{ scanners: number }>();
  return state.scanners;
}

/** The desk was restarted, or cannot be reached right now: asked again, it knows the job by its id. */
export class DeskGone extends DomainError {
  constructor(cause?: unknown) {
    super('unavailable', 'The search was interrupted. Please try again.', { cause });
  }
}

/** What the desk answers; a call or read that is rejected means that it went away, unless the caller did. */
async function heard<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    signal.throwIfAborted();
    throw new DeskGone(cause);
  }
}

/**
 * Whether the desk has this job, running or just ended.
 * @throws DeskGone when the desk goes away.
 */
export async function isKnownJob(ctx: Pick<Ctx, 'env' | 'signal'>, id: string): Promise<boolean> {
  const asked = desk(ctx.env.bindings).fetch(`https://desk/jobs/${id}`, { signal: ctx.signal });
  const response = await heard(ctx.signal, asked);
  const answer = await heard(ctx.signal, response.json<{ isKnown: boolean }>());
  return answer.isKnown;
}

/**
 * Gives a job to the desk and yields what comes of it. Ends with `done`, `probed` or a throw. The job is
 * cancelled when the caller's signal ends or the iteration is left.
 * @throws DomainError `unavailable` when no scanner is connected, as {@link DeskGone} when the desk goes away.
 */
export async function* runJob(
  ctx: Pick<Ctx, 'env' | 'signal'>,
  job: DeskJob,
): AsyncGenerator<DeskEvent> {
  const { signal } = ctx;
  const request = { method: 'POST', body: JSON.stringify(job), signal };
  const response = await heard(signal, desk(ctx.env.bindings).fetch('https://desk/jobs', request));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new DeskGone();
  let rest = '';
  try {
    while (true) {
      const { value, done } = await heard(signal, reader.read());
      if (done) throw new DeskGone();
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const event = JSON.parse(line) as DeskEvent;
        if (event.type === 'no_scanner') throw noScanner();
        yield event;
        if (event.type === 'done' || event.type === 'probed') return;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined); // already ended: nothing is left to cancel
  }
}

const noScanner = (): DomainError =>
  new DomainError(
    'unavailable',
    'No scanner is connected. Start the scanner (see the deployment guide) and search again.',
  );
