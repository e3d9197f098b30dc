import type { Database } from '../../../db/client.ts';
import type { StoredEvent } from '../events/store.ts';
import { listBegun, noteBegun } from './store.ts';

/**
 * What a round has started and not finished: the events that it checks, and those whose state it
 * has not sent. It is stored once for all events of a list, so that the check of an unchanged page
 * writes nothing but its event. If a Worker ended, the next round continues with its unfinished
 * events.
 */
export class RoundProgress {
  readonly #db: Database;
  /** Events whose page may have ended a Worker. They stay recorded until their check is stored. */
  readonly #suspects: Set<number>;
  /** The events of the record. */
  readonly #recorded: Set<number>;
  readonly #underWay = new Set<number>();
  #unsent: Set<number>;
  #sending: ReadonlySet<number> = new Set();

  private constructor(db: Database, left: readonly { id: number; isStored: number }[]) {
    const ids = left.map(({ id }) => id);
    this.#db = db;
    this.#suspects = new Set(left.filter(({ isStored }) => !isStored).map(({ id }) => id));
    this.#recorded = new Set(ids);
    this.#unsent = new Set(ids);
  }

  /** Takes over what earlier rounds did not finish. */
  static async open(db: Database): Promise<RoundProgress> {
    return new RoundProgress(db, await listBegun(db));
  }

  /** Whether an earlier round ended while this event was checked or waited for its check. */
  isSuspect(id: number): boolean {
    return this.#suspects.has(id);
  }

  /** Records events before their check. */
  async begin(events: readonly Pick<StoredEvent, 'id' | 'version'>[]): Promise<void> {
    if (events.length === 0) return;
    for (const { id } of events) this.#underWay.add(id);
    const ended = this.#finished();
    await noteBegun(this.#db, events, ended);
    for (const id of ended) this.#recorded.delete(id);
    for (const { id } of events) this.#recorded.add(id);
  }

  /** Call it when the check of an event was stored. */
  stored(id: number): void {
    this.#underWay.delete(id);
    this.#suspects.delete(id);
    this.#unsent.add(id);
  }

  /** Sends the state of events that were stored. They stay recorded until `send` has returned. */
  async send(send: (ids: readonly number[]) => Promise<void>): Promise<void> {
    this.#sending = this.#unsent;
    this.#unsent = new Set();
    try {
      await send([...this.#sending]);
    } catch (error) {
      for (const id of this.#sending) this.#unsent.add(id);
      throw error;
    } finally {
      this.#sending = new Set();
    }
  }

  /**
   * Call it when everything is sent. Events whose check has not started in this round are still
   * due.
   */
  async close(): Promise<void> {
    this.#underWay.clear();
    const ended = this.#finished();
    if (ended.length > 0) await noteBegun(this.#db, [], ended);
  }

  #finished(): number[] {
    const unfinished = [this.#underWay, this.#suspects, this.#unsent, this.#sending];
    return [...this.#recorded].filter((id) => !unfinished.some((ids) => ids.has(id)));
  }
}
