import {
  addEvent,
  createEventSets,
  type EventSets,
  hasEvent,
  removeEvent,
  takeEvents,
} from './event-set.ts';

/**
 * Which account serves which event, and which moves are possible.
 *
 * Accounts are numbers in the order in which they are tried; those with the same choice of events share one list of them.
 * `open` holds the events that a search may still enter: an event leaves it for good once a search that reached it ended without a
 * free slot, because everything reachable from there is full and stays full.
 */
export class SlotGraph {
  readonly #events: number;
  readonly #choices: readonly (readonly number[])[];
  readonly #free: Int32Array;
  readonly #served: EventSets;
  readonly #open: Int32Array;
  readonly #openRow: EventSets;
  /** How many accounts serve the first event, not the second, and could move from the one to the other. */
  readonly #movable: Int32Array;
  readonly #moves: EventSets;
  readonly holders: number[][];
  readonly servedBy: number[][];

  /**
   * @param choices for each account the events that it may serve
   * @param slots for each event how many accounts it needs
   */
  constructor(choices: readonly (readonly number[])[], slots: readonly number[]) {
    this.#events = slots.length;
    this.#choices = choices;
    this.#free = Int32Array.from(slots);
    this.#served = createEventSets(choices.length, slots.length);
    this.#movable = new Int32Array(slots.length * slots.length);
    this.#moves = createEventSets(slots.length, slots.length);
    this.#openRow = createEventSets(1, slots.length);
    this.#open = this.#openRow.words;
    this.holders = slots.map(() => []);
    this.servedBy = choices.map(() => []);
    for (const [event, count] of slots.entries()) if (count > 0) addEvent(this.#openRow, 0, event);
  }

  freeSlots(event: number): number {
    return this.#free[event] ?? 0;
  }

  serves(account: number, event: number): boolean {
    return hasEvent(this.#served, account, event);
  }

  /** Gives the account up to `limit` events that have free slots, those with the most free slots first. */
  takeFreeSlots(account: number, limit: number): void {
    const free = (this.#choices[account] ?? []).filter((event) => this.freeSlots(event) > 0);
    free.sort((a, b) => this.freeSlots(b) - this.freeSlots(a) || a - b);
    for (const event of free.slice(0, limit)) this.#serve(account, event);
  }

  /**
   * Gives the account one more event by moving others along the shortest chain that ends at a free slot.
   * No account loses a slot. Returns false if there is no such chain; later there is none either.
   */
  takeByMoving(account: number): boolean {
    const cameFrom = new Int32Array(this.#events).fill(-1);
    const left = this.#open.slice();
    const queue: number[] = [];
    for (const event of this.#choices[account] ?? []) {
      if (this.serves(account, event) || !hasEvent(this.#openRow, 0, event)) continue;
      left[event >> 5] = (left[event >> 5] ?? 0) & ~(1 << (event & 31));
      queue.push(event);
    }
    for (let next = 0; next < queue.length; next++) {
      const event = queue[next] ?? 0;
      if (this.freeSlots(event) > 0) {
        this.#shift(account, event, cameFrom);
        return true;
      }
      takeEvents(this.#moves, event, left, (reached) => {
        cameFrom[reached] = event;
        queue.push(reached);
      });
    }
    for (const event of queue) removeEvent(this.#openRow, 0, event);
    return false;
  }

  /** The events from which an account could be moved to `event`, directly or along a chain, itself included. */
  eventsCompetingWith(event: number): number[] {
    const found = [event];
    const seen = new Set(found);
    for (let next = 0; next < found.length; next++) {
      const to = found[next] ?? 0;
      for (let from = 0; from < this.#events; from++) {
        if (seen.has(from) || !hasEvent(this.#moves, from, to)) continue;
        seen.add(from);
        found.push(from);
      }
    }
    return found.sort((a, b) => a - b);
  }

  /** Walks the chain back from its free end, so that each move finds its place empty, and puts the account at its beginning. */
  #shift(account: number, end: number, cameFrom: Int32Array): void {
    let to = end;
    for (let from = cameFrom[to] ?? -1; from >= 0; from = cameFrom[to] ?? -1) {
      const mover = this.#findMover(from, to);
      this.#leave(mover, from);
      this.#serve(mover, to);
      to = from;
    }
    this.#serve(account, to);
  }

  #findMover(from: number, to: number): number {
    const mover = this.holders[from]?.find(
      (account) => !this.serves(account, to) && this.#choices[account]?.includes(to),
    );
    if (mover === undefined) throw new Error(`No account can move from event ${from} to ${to}`);
    return mover;
  }

  #serve(account: number, event: number): void {
    addEvent(this.#served, account, event);
    for (const other of this.servedBy[account] ?? []) this.#countMove(other, event, -1);
    for (const other of this.#choices[account] ?? []) {
      if (!this.serves(account, other)) this.#countMove(event, other, 1);
    }
    this.servedBy[account]?.push(event);
    this.holders[event]?.push(account);
    this.#free[event] = this.freeSlots(event) - 1;
  }

  #leave(account: number, event: number): void {
    removeEvent(this.#served, account, event);
    drop(this.servedBy[account], event);
    drop(this.holders[event], account);
    for (const other of this.#choices[account] ?? []) {
      if (other !== event && !this.serves(account, other)) this.#countMove(event, other, -1);
    }
    for (const other of this.servedBy[account] ?? []) this.#countMove(other, event, 1);
    this.#free[event] = this.freeSlots(event) + 1;
  }

  #countMove(from: number, to: number, change: 1 | -1): void {
    const index = from * this.#events + to;
    const count = (this.#movable[index] ?? 0) + change;
    this.#movable[index] = count;
    if (count === 0) removeEvent(this.#moves, from, to);
    else if (count === 1 && change === 1) addEvent(this.#moves, from, to);
  }
}

function drop(list: number[] | undefined, value: number): void {
  const index = list?.indexOf(value) ?? -1;
  if (index >= 0) list?.splice(index, 1);
}
