import type { Ctx } from '../../../context/context.ts';
import { pause } from '../../../security/pause.ts';
import { PAGE_SPACING_MS, PAGES_AT_ONCE } from './check.ts';

/**
 * A round starts checks for this time and leaves the rest to the next job, because jobs of a queue wait for each other.
 */
export const ROUND_MS = 20_000;
/** The time between two searches for due events, and between two messages to the browsers. */
const LOOK_EVERY_MS = 1_000;
const SEND_EVERY_MS = 500;
const IDLE_MS = 100;

interface Due {
  id: number;
  host: string;
}

/** The work of a round on its events. */
export interface RoundSteps<Watched extends Due> {
  /** Returns some of the due events, without those that the round already has. */
  listDue: (except: readonly number[]) => Promise<Watched[]>;
  /** Reads the page of an event and stores its prices. */
  check: (event: Watched) => Promise<void>;
  /** Postpones the checks of a host until `until`. */
  postpone: (host: string, until: number) => Promise<void>;
  /** Sends the changes to the browsers. */
  send: () => Promise<void>;
}

type RoundCtx = Pick<Ctx, 'clock' | 'signal' | 'gateOf'>;

/** The gate of a host's pages. */
export const pageGate = (ctx: Pick<Ctx, 'gateOf'>, host: string) => ctx.gateOf(`page ${host}`);

/**
 * Checks due events: at most {@link PAGES_AT_ONCE} at a time, and those of one host at the pace of
 * its gate, so that no host delays the others. Ends when nothing is due or its time is up.
 * @throws the first failure of a step, after the running checks have ended.
 */
export async function runRound<Watched extends Due>(
  ctx: RoundCtx,
  steps: RoundSteps<Watched>,
): Promise<void> {
  const endsAt = ctx.clock() + ROUND_MS;
  const pool = new HostPool<Watched>();
  const failures: unknown[] = [];
  let lookAt = 0;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    try {
      pool.add(await steps.listDue(pool.ids()));
    } finally {
      looking = null;
    }
  }

  async function checkNext(event: Watched): Promise<void> {
    const admission = await pageGate(ctx, event.host).admit({
      priority: 'background',
      longestWaitMs: 0,
      longestPauseMs: 0,
      spacingMs: PAGE_SPACING_MS,
    });
    if (admission.kind === 'admitted') return steps.check(event);
    const until = ctx.clock() + admission.retryAfterMs;
    if (admission.kind === 'later') return pool.putBack(event, until);
    pool.drop(event.host);
    await steps.postpone(event.host, until);
  }

  async function work(): Promise<void> {
    while (failures.length === 0 && ctx.clock() < endsAt) {
      const event = pool.take(ctx.clock());
      if (event !== undefined) {
        await checkNext(event).finally(() => pool.finish(event));
      } else if (looking === null && ctx.clock() >= lookAt) {
        lookAt = ctx.clock() + LOOK_EVERY_MS;
        looking = look();
        await looking;
      } else if (looking === null && pool.isEmpty) {
        return;
      } else {
        await pause(IDLE_MS, ctx.signal);
      }
    }
  }

  const note = (failure: unknown) => void failures.push(failure);
  let isWorking = true;
  const working = Promise.all(Array.from({ length: PAGES_AT_ONCE }, () => work().catch(note)));
  const ended = working.then(() => {
    isWorking = false;
  });
  while (isWorking) {
    await steps.send().catch(note);
    await Promise.race([ended, pause(SEND_EVERY_MS, ctx.signal).catch(note)]);
  }
  if (failures.length > 0) throw failures[0];
  await steps.send();
}

/** Events by host. A host is ready again a while after its last event was taken. */
class HostPool<Watched extends Due> {
  readonly #waiting = new Map<string, Watched[]>();
  readonly #readyAt = new Map<string, number>();
  readonly #taken = new Set<number>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#taken.size === 0;
  }

  ids(): number[] {
    const waiting = [...this.#waiting.values()].flat().map(({ id }) => id);
    return [...waiting, ...this.#taken];
  }

  add(events: readonly Watched[]): void {
    for (const event of events) this.#queue(event.host).push(event);
  }

  /** The first event of the host that waits longest among those that are ready. */
  take(now: number): Watched | undefined {
    let host: string | undefined;
    let earliest = now;
    for (const name of this.#waiting.keys()) {
      const readyAt = this.#readyAt.get(name) ?? 0;
      if (readyAt > earliest || (host !== undefined && readyAt === earliest)) continue;
      host = name;
      earliest = readyAt;
    }
    if (host === undefined) return undefined;
    const events = this.#queue(host);
    const event = events.shift();
    if (events.length === 0) this.#waiting.delete(host);
    if (event) this.#taken.add(event.id);
    this.#readyAt.set(host, now + PAGE_SPACING_MS);
    return event;
  }

  /** Call it when the event is checked or was put back. */
  finish({ id }: Watched): void {
    this.#taken.delete(id);
  }

  putBack(event: Watched, readyAt: number): void {
    this.#queue(event.host).unshift(event);
    this.#readyAt.set(event.host, readyAt);
  }

  drop(host: string): void {
    this.#waiting.delete(host);
  }

  #queue(host: string): Watched[] {
    const known = this.#waiting.get(host);
    if (known) return known;
    const events: Watched[] = [];
    this.#waiting.set(host, events);
    return events;
  }
}
