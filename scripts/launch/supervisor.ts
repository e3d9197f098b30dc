import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from './launch-error.ts';
import { type KnownProcess, processStamp } from './processes.ts';
import type { Launch, RunningService, Service } from './service.ts';

/**
 * The pauses before a part that ended is restarted. If it ends once more after the last of them,
 * the product ends.
 */
const PAUSES_MS = [200, 800, 2400];
/** Failures longer ago than this no longer count. */
const STEADY_MS = 60_000;
/** Stopping waits this long for a part that is being started again. */
const RESTART_GRACE_MS = 2_000;

interface Part {
  service: Service;
  running: RunningService;
  /** When it last ended by itself, in milliseconds since the epoch. */
  ends: number[];
  /** Set while the service is being started again. */
  restarting?: Promise<void>;
}

/**
 * Starts the services in order, restarts those that end by themselves, and stops all of them at
 * once.
 */
export class Supervisor {
  readonly #launch: Launch;
  readonly #onLoss: (sentence: string) => void;
  readonly #parts: Part[] = [];
  #isStopping = false;
  #stopped: Promise<void> | undefined;
  #resolveEnded: (sentence: string) => void = () => {};
  /** One sentence, once a service has ended for good. */
  readonly ended: Promise<string>;

  constructor(launch: Launch, onLoss: (sentence: string) => void) {
    this.#launch = launch;
    this.#onLoss = onLoss;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
  }

  async start(services: Service[]): Promise<void> {
    for (const service of services) {
      if (this.#isStopping) return;
      const running = await service.start(this.#launch);
      if (running === undefined) continue;
      const part: Part = { service, running, ends: [] };
      this.#parts.push(part);
      await this.#untilReady(part);
      this.#watch(part);
    }
  }

  /** Stops everything; a second call waits for the first. */
  stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #untilReady({ running }: Part): Promise<void> {
    // Awaited below; without a handler until then, a failure would be an unhandled rejection.
    running.ready?.catch(() => {});
    await this.#record();
    await running.ready;
  }

  #watch(part: Part): void {
    void part.running.ended?.then((sentence) => this.#bringBack(part, sentence));
  }

  /** Data is on disk and addresses stay the same, so the other parts continue. */
  async #bringBack(part: Part, sentence: string): Promise<void> {
    if (this.#isStopping) return;
    const now = Date.now();
    part.ends = [...part.ends.filter((end) => now - end < STEADY_MS), now];
    const wait = PAUSES_MS[part.ends.length - 1];
    if (wait === undefined && !part.service.isOptional) {
      this.#lose(`${sentence} That was ${part.ends.length} times within a minute: giving up.`);
      return;
    }
    console.error(`${sentence} It is started again${wait === undefined ? ' in a minute' : ''}.`);
    await pause(wait ?? STEADY_MS);
    if (this.#isStopping) return;
    try {
      part.restarting = this.#startAgain(part);
      await part.restarting;
      await this.#untilReady(part);
    } catch (error) {
      await this.#bringBack(part, error instanceof LaunchError ? error.message : String(error));
      return;
    }
    this.#watch(part);
  }

  async #startAgain(part: Part): Promise<void> {
    // A service has failed as soon as one of its processes ends; the others may still run.
    await part.running.stop();
    if (this.#isStopping) return;
    const running = await part.service.start(this.#launch);
    if (running !== undefined) part.running = running;
  }

  #lose(sentence: string): void {
    if (this.#isStopping) return;
    this.#resolveEnded(sentence);
    this.#onLoss(sentence);
  }

  /**
   * All at once, because each may be frozen and take its whole grace period; then the services that
   * the others write to.
   */
  async #stopAll(): Promise<void> {
    const isLast = ({ service }: Part) => service.stopsLast === true;
    await Promise.all(this.#parts.filter((part) => !isLast(part)).map(stopPart));
    await Promise.all(this.#parts.filter(isLast).map(stopPart));
    await this.#launch.folder.release();
  }

  async #record(): Promise<void> {
    const processes: KnownProcess[] = [{ name: 'start', ...processStamp(process.pid) }];
    for (const { service, running } of this.#parts) {
      if (running.pid !== undefined) {
        processes.push({ name: service.name, ...processStamp(running.pid) });
      }
    }
    // start.mjs ends them if this process is killed. If start.mjs itself is gone, this process is ending already and
    // the message need not arrive.
    if (process.connected) process.send?.({ processes }, undefined, undefined, () => {});
    const { settings, libsqlUrl, libsqlKey, folder } = this.#launch;
    const runtime = {
      port: settings.PORT,
      libsqlUrl,
      // The token of a server that another party runs is not stored.
      libsqlAuthToken: libsqlKey?.authToken ?? '',
      pids: Object.fromEntries(processes.map(({ name, pid }) => [name, pid])),
      processes,
    };
    // A full disk must not end a running product.
    await folder
      .writeRuntime(runtime)
      .catch((error) => console.error(`runtime.json cannot be written: ${String(error)}`));
  }
}

async function stopPart(part: Part): Promise<void> {
  await Promise.race([part.restarting?.catch(() => {}), pause(RESTART_GRACE_MS)]);
  await part.running
    .stop()
    .catch((error) => console.error(`${part.service.name} did not stop: ${error}`));
}
