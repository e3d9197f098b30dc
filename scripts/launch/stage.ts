import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from './launch-error.ts';
import { type KnownProcess, processStamp } from './processes.ts';
import type { Launch, RunningService, Service } from './service.ts';

/** How long to wait before a part that ended is started again; the first end after the last of them is the end of all. */
const PAUSES_MS = [200, 800, 2400];
/** A part that ran for longer than this has its pauses back. */
const STEADY_MS = 60_000;

interface Part {
  service: Service;
  running: RunningService;
  /** When it ended of itself, the latest ones. */
  ends: number[];
  /** While it is being started again. */
  restarting?: Promise<void>;
}

/** The services that run now: starts them in order, starts again what ends, stops them in the opposite order. */
export class Stage {
  readonly #launch: Launch;
  readonly #onLoss: (sentence: string) => void;
  readonly #parts: Part[] = [];
  #isStopping = false;
  #stopped: Promise<void> | undefined;
  #loseOne: (sentence: string) => void = () => {};
  /** One sentence, once a service has ended for good. */
  readonly ended: Promise<string>;

  constructor(launch: Launch, onLoss: (sentence: string) => void) {
    this.#launch = launch;
    this.#onLoss = onLoss;
    this.ended = new Promise((resolve) => {
      this.#loseOne = resolve;
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
    // Awaited below; until then a failure is not unheard of.
    running.ready?.catch(() => {});
    await this.#record();
    await running.ready;
  }

  #watch(part: Part): void {
    void part.running.ended?.then((sentence) => this.#bringBack(part, sentence));
  }

  /** Data is on disk and addresses stay, so whoever uses the part goes on where it was. */
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
    // Not all that is lost has ended.
    await part.running.stop();
    if (this.#isStopping) return;
    const running = await part.service.start(this.#launch);
    if (running !== undefined) part.running = running;
  }

  #lose(sentence: string): void {
    if (this.#isStopping) return;
    this.#loseOne(sentence);
    this.#onLoss(sentence);
  }

  async #stopAll(): Promise<void> {
    for (const part of this.#parts.reverse()) {
      await part.restarting?.catch(() => {});
      const { service, running } = part;
      await running
        .stop()
        .catch((error) => console.error(`${service.name} did not stop: ${error}`));
    }
    await this.#launch.folder.release();
  }

  async #record(): Promise<void> {
    const processes: KnownProcess[] = [{ name: 'start', ...processStamp(process.pid) }];
    for (const { service, running } of this.#parts) {
      if (running.pid !== undefined) {
        processes.push({ name: service.name, ...processStamp(running.pid) });
      }
    }
    // start.mjs ends them should this process be killed outright. One that is gone itself has had this process told to
    // end: what cannot be sent any more need not be.
    if (process.connected) process.send?.({ processes }, undefined, undefined, () => {});
    await this.#launch.folder.writeRuntime({
      port: this.#launch.settings.PORT,
      libsqlUrl: this.#launch.libsqlUrl,
      pids: Object.fromEntries(processes.map(({ name, pid }) => [name, pid])),
      processes,
    });
  }
}
