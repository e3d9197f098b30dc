import { DomainError } from '../../shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { Bindings } from '../env.ts';
import type { DeskEvent, DeskJob } from './scan-desk-messages.ts';

const desk = (bindings: Pick<Bindings, 'SCAN_DESK'>): DurableObjectStub => {
  const name = bindings.SCAN_DESK.idFromName('desk');
  return bindings.SCAN_DESK.get(name);
};

/** A connected scanner, as the desk describes it. `since` is in milliseconds since the epoch. */
export interface ConnectedScanner {
  name: string;
  since: number;
}

/** Connects an admitted scanner with the desk. @returns the answer that upgrades its connection. */
export async function connectScanner(ctx: Pick<Ctx, 'env'>, name: string): Promise<Response> {
  const headers = { Upgrade: 'websocket', 'X-Scanner-Name': name };
  const answer = await desk(ctx.env.bindings).fetch('https://desk/socket', { headers });
  // The answer of another object is read-only; the caller adds its headers to this one.
  return new Response(null, { status: answer.status, webSocket: answer.webSocket });
}

/** The scanners that are connected. */
export async function connectedScanners(ctx: Pick<Ctx, 'env'>): Promise<ConnectedScanner[]> {
  const response = await desk(ctx.env.bindings).fetch('https://desk/state');
  const state = await response.json<{ scanners: ConnectedScanner[] }>();
  return state.scanners;
}

/** Closes the connections of scanners that are not among `names`. */
export async function keepScanners(ctx: Pick<Ctx, 'env'>, names: readonly string[]): Promise<void> {
  const request = { method: 'POST', body: JSON.stringify(names) };
  await desk(ctx.env.bindings).fetch('https://desk/keep', request);
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
