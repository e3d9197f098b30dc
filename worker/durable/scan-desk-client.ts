import { DomainError } from '../../shared/errors.ts';
import { readStored } from '../../shared/json.ts';
import {
  type PresaleAnswer,
  type SearchEvent,
  searchEvent,
} from '../../shared/presale-codes/events.ts';
import type { Ctx } from '../context/context.ts';
import type { Bindings } from '../context/env.ts';
import type {
  AdmittedScanner,
  ConnectedScanner,
  DeskJob,
  WatchedMailbox,
} from '../context/scan-desk.ts';

export type { AdmittedScanner, ConnectedScanner } from '../context/scan-desk.ts';

const deskOf = ({ SCAN_DESK }: Pick<Bindings, 'SCAN_DESK'>) => SCAN_DESK.getByName('desk');

/** Connects an admitted scanner with the desk. @returns the answer that upgrades its connection. */
export async function connectScanner(
  ctx: Pick<Ctx, 'env'>,
  { name, tokenHash }: AdmittedScanner,
): Promise<Response> {
  const headers = {
    Upgrade: 'websocket',
    'X-Scanner-Name': name,
    'X-Scanner-Token-Hash': tokenHash,
  };
  const answer = await deskOf(ctx.env.bindings).fetch('https://desk/socket', { headers });
  // The answer of another object is read-only; the caller adds its headers to this one.
  return new Response(null, { status: answer.status, webSocket: answer.webSocket });
}

/** The connected scanners. */
export const connectedScanners = (ctx: Pick<Ctx, 'env'>): Promise<ConnectedScanner[]> =>
  deskOf(ctx.env.bindings).connectedScanners();

/** Closes the connections of scanners whose token is not among these hashes. */
export const keepScanners = (
  ctx: Pick<Ctx, 'env'>,
  tokenHashes: readonly string[],
): Promise<void> => deskOf(ctx.env.bindings).keepScanners([...tokenHashes]);

/** Sends one of the connected scanners the message that readings of catalogues are due. */
export const offerCatalogues = (ctx: Pick<Ctx, 'env'>): Promise<void> =>
  deskOf(ctx.env.bindings).offerCatalogues();

/** Has scanners watch exactly these mailboxes. */
export const watchMailboxes = (
  ctx: Pick<Ctx, 'env'>,
  mailboxes: readonly WatchedMailbox[],
): Promise<void> => deskOf(ctx.env.bindings).watch([...mailboxes]);

/**
 * The desk was restarted or cannot be reached. Jobs have ids, so a repeated request joins the same
 * job.
 */
export class DeskGone extends DomainError {
  constructor(cause?: unknown) {
    super('unavailable', 'The search was interrupted. Please try again.', { cause });
  }
}

/** A rejected call or read means that the desk cannot be reached, unless the caller has disconnected. */
async function orGone<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    signal.throwIfAborted();
    throw new DeskGone(cause);
  }
}

/**
 * Whether the desk has this job, running or just ended.
 * @throws DeskGone when the desk can no longer be reached.
 */
export const isKnownJob = (ctx: Pick<Ctx, 'env' | 'signal'>, id: string): Promise<boolean> =>
  orGone(ctx.signal, deskOf(ctx.env.bindings).hasJob(id));

/** Reads the events of a job up to its answer. */
export async function untilDone(events: AsyncIterable<SearchEvent>): Promise<PresaleAnswer> {
  for await (const event of events) if (event.type === 'done') return event.answer;
  throw new DeskGone();
}

/**
 * Gives a job to the desk, or joins it, and yields its events up to `done`. The job is cancelled when the
 * caller's signal aborts or the iteration is left.
 * @throws DomainError `unavailable` when no scanner is connected, as {@link DeskGone} when the desk cannot be reached
 * any more.
 */
export async function* runJob(
  ctx: Pick<Ctx, 'env' | 'signal'>,
  job: DeskJob,
): AsyncGenerator<SearchEvent> {
  const { signal } = ctx;
  signal.throwIfAborted();
  const desk = deskOf(ctx.env.bindings);
  const listener = crypto.randomUUID();
  const stream = await orGone(signal, desk.join(job, listener));
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const cancel = () => {
    // Both calls fail if the desk or the stream has ended, and then nothing needs to be cancelled.
    void desk.leave(job.id, listener).catch(() => undefined);
    void reader.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  let rest = '';
  try {
    while (true) {
      const { value, done } = await orGone(signal, reader.read());
      signal.throwIfAborted();
      if (done) throw new DeskGone();
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const event = readStored(searchEvent, line);
        if (event.type === 'failed') throw new DomainError('unavailable', event.failure.message);
        yield event;
        if (event.type === 'done') return;
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
