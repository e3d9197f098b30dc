import type { Ctx } from '../../../context/context.ts';
import { pause } from '../../../security/pause.ts';
import { PAGE_SPACING_MS, PAGES_AT_ONCE } from './check.ts';

/** A round starts checks for this time and leaves the rest to the next job, because jobs of a queue wait for each other. */
export const ROUND_MS = 20_000;
/** Between two looks for targets that became due, and between two messages to the browsers. */
const LOOK_EVERY_MS = 1_000;
const SEND_EVERY_MS = 500;
const IDLE_MS = 100;

interface Due {
  id: number;
  host: string;
}

/** The work of a round on its targets. */
export interface RoundSteps<Target extends Due> {
  /** Some of the targets that are due, without those that the round has taken up. */
  listDue: (known: readonly number[]) => Promise<Target[]>;
  /** Reads the page of a target and stores its prices. */
  check: (target: Target) => Promise<void>;
  /** Leaves a host alone until `until`. */
  postpone: (host: string, until: number) => Promise<void>;
  /** Sends what changed to the browsers. */
  send: () => Promise<void>;
}

type RoundCtx = Pick<Ctx, 'clock' | 'signal' | 'gateOf'>;

/** The gate of a host's pages. */
export const pageGate = (ctx: Pick<Ctx, 'gateOf'>, host: string) => ctx.gateOf(`page ${host}`);

/**
 * Checks due targets: at most {@link PAGES_AT_ONCE} at a time, and those of one host at the pace of its gate, so that no
 * host holds up the others. Ends when nothing is due any more or its time is up.
 * @throws the first failure of a step, after the targets under way have ended.
 */
export async function runRound<Target extends Due>(
  ctx: RoundCtx,
  steps: RoundSteps<Target>,
): Promise<void> {
  const endsAt = ctx.clock() + ROUND_MS;
  const pool = new HostPool<Target>();
  const failures: unknown[] = [];
  let lookAt = 0;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    try {
      pool.add(await steps.listDue(pool.known()));
    } finally {
      looking = null;
    }
  }

  async function checkNext(target: Target): Promise<void> {
    const admission = await pageGate(ctx, target.host).admit({
      priority: 'background',
      longestWaitMs: 0,
      longestPauseMs: 0,
      spacingMs: PAGE_SPACING_MS,
    });
    if (admission.kind === 'admitted') return steps.check(target);
    const until = ctx.clock() + admission.retryAfterMs;
    if (admission.kind === 'later') return pool.putBack(target, until);
    pool.drop(target.host);
    await steps.postpone(target.host, until);
  }

  async function work(): Promise<void> {
    while (failures.length === 0 && ctx.clock() < endsAt) {
      const target = pool.take(ctx.clock());
      if (target !== undefined) {
        await checkNext(target).finally(() => pool.finish(target));
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

/** Targets by host. A host is ready again a while after its last target was taken. */
class HostPool<Target extends Due> {
  readonly #waiting = new Map<string, Target[]>();
  readonly #readyAt = new Map<string, number>();
  readonly #taken = new Set<number>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#taken.size === 0;
  }

  known(): number[] {
    const waiting = [...this.#waiting.values()].flat().map(({ id }) => id);
    return [...waiting, ...this.#taken];
  }

  add(targets: readonly Target[]): void {
    for (const target of targets) this.#queue(target.host).push(target);
  }

  /** The first target of the host that waits longest among those that are ready. */
  take(now: number): Target | undefined {
    let host: string | undefined;
    let earliest = now;
    for (const name of this.#waiting.keys()) {
      const readyAt = this.#readyAt.get(name) ?? 0;
      if (readyAt > earliest || (host !== undefined && readyAt === earliest)) continue;
      host = name;
      earliest = readyAt;
    }
    if (host === undefined) return undefined;
    const targets = this.#queue(host);
    const target = targets.shift();
    if (targets.length === 0) this.#waiting.delete(host);
    if (target) this.#taken.add(target.id);
    this.#readyAt.set(host, now + PAGE_SPACING_MS);
    return target;
  }

  /** The target is checked, or was put back. */
  finish({ id }: Target): void {
    this.#taken.delete(id);
  }

  putBack(target: Target, readyAt: number): void {
    this.#queue(target.host).unshift(target);
    this.#readyAt.set(target.host, readyAt);
  }

  drop(host: string): void {
    this.#waiting.delete(host);
  }

  #queue(host: string): Target[] {
    const known = this.#waiting.get(host);
    if (known) return known;
    const targets: Target[] = [];
    this.#waiting.set(host, targets);
    return targets;
  }
}
