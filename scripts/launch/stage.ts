import { processStamp } from './processes.ts';
import type { Launch, RunningService, Service } from './service.ts';

/** The services that run now: starts them in order, notices when one ends, stops them in the opposite order. */
export class Stage {
  readonly #launch: Launch;
  readonly #onLoss: (sentence: string) => void;
  readonly #running: { name: string; service: RunningService }[] = [];
  #isStopping = false;
  #stopped: Promise<void> | undefined;
  #loseOne: (sentence: string) => void = () => {};
  /** One sentence, once any service has ended by itself. */
  readonly ended: Promise<string>;

  constructor(launch: Launch, onLoss: (sentence: string) => void) {
    this.#launch = launch;
    this.#onLoss = onLoss;
    this.ended = new Promise((resolve) => {
      this.#loseOne = resolve;
    });
  }

  async start(services: Service[]): Promise<void> {
    for (const { name, start } of services) {
      if (this.#isStopping) return;
      const service = await start(this.#launch);
      if (service === undefined) continue;
      this.#running.push({ name, service });
      void service.ended?.then((sentence) => this.#lose(sentence));
      // Awaited below; until then a failure is not unheard of.
      service.ready?.catch(() => {});
      await this.#record();
      await service.ready;
    }
  }

  /** Stops everything; a second call waits for the first. */
  stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  #lose(sentence: string): void {
    if (this.#isStopping) return;
    this.#loseOne(sentence);
    this.#onLoss(sentence);
  }

  async #stopAll(): Promise<void> {
    for (const { name, service } of this.#running.reverse()) {
      await service.stop().catch((error) => console.error(`${name} did not stop: ${error}`));
    }
    await this.#launch.folder.release();
  }

  async #record(): Promise<void> {
    const processes = [{ name: 'start', ...processStamp(process.pid) }];
    for (const { name, service } of this.#running) {
      if (service.pid !== undefined) processes.push({ name, ...processStamp(service.pid) });
    }
    await this.#launch.folder.writeRuntime({
      port: this.#launch.settings.PORT,
      libsqlUrl: this.#launch.libsqlUrl,
      pids: Object.fromEntries(processes.map(({ name, pid }) => [name, pid])),
      processes,
    });
  }
}
