import {
  addEvent,
  createEventSets,
  type EventSets,
  hasEvent,
  listCommon,
  removeEvent,
} from './event-set.ts';

interface SlotGraphInput {
  /** A row for each list of categories: the events that its accounts may serve. */
  choices: EventSets;
  /** The row of each account in `choices`. */
  listOf: Int32Array;
  /** The number of accounts that each event requires. */
  slots: readonly number[];
  /** The maximum number of events that an account serves. */
  limit: number;
}

/** The initial capacity of an event's list of accounts. */
const FIRST_HOLDERS = 16;

/**
 * Records which account serves which event, and which moves are possible. Accounts are numbered in
 * the order in which they are tried.
 *
 * `open` contains the events that a search may still enter: an event leaves it for good once a
 * search that reached it ended without a free slot, because everything reachable from there is full
 * and stays full.
 */
export class SlotGraph {
  /** An approximate number of executed steps, which the caller may reset. */
  effort = 0;
  readonly #events: number;
  readonly #limit: number;
  readonly #choices: EventSets;
  readonly #listOf: Int32Array;
  readonly #free: Int32Array;
  readonly #slots: readonly number[];
  /** `limit` slots for each account, the first of which are in use. */
  readonly #served: Uint16Array;
  readonly #servedCount: Uint8Array;
  readonly #holders: Int32Array[];
  readonly #open: EventSets;
  /** The events with a free slot. */
  readonly #room: EventSets;
  /**
   * The number of accounts that serve the first event, not the second, and could move from the
   * first to the second.
   */
  readonly #movable: Int32Array;
  readonly #moves: EventSets;
  /**
   * Used by one call at a time: events of a row, events that a search may enter, and the event from
   * which the search came.
   */
  readonly #listed: Int32Array;
  readonly #mask: Int32Array;
  readonly #cameFrom: Int32Array;

  constructor({ choices, listOf, slots, limit }: SlotGraphInput) {
    const events = slots.length;
    this.#events = events;
    this.#limit = limit;
    this.#choices = choices;
    this.#listOf = listOf;
    this.#slots = slots;
    this.#free = Int32Array.from(slots);
    this.#served = new Uint16Array(listOf.length * limit);
    this.#servedCount = new Uint8Array(listOf.length);
    this.#holders = slots.map((count) => new Int32Array(Math.min(count, FIRST_HOLDERS)));
    this.#movable = new Int32Array(events * events);
    this.#moves = createEventSets(events, events);
    this.#open = createEventSets(1, events);
    this.#room = createEventSets(1, events);
    for (const [event, count] of slots.entries()) {
      if (count === 0) continue;
      addEvent(this.#open, 0, event);
      addEvent(this.#room, 0, event);
    }
    this.#listed = new Int32Array(events);
    this.#mask = new Int32Array(choices.width);
    this.#cameFrom = new Int32Array(events);
  }

  freeSlots(event: number): number {
    return this.#free[event] ?? 0;
  }

  /** The number of events that the account serves. */
  servedCount(account: number): number {
    return this.#servedCount[account] ?? 0;
  }

  /** The events that the account serves, ascending. */
  servedBy(account: number): Uint16Array {
    const from = account * this.#limit;
    return this.#served.slice(from, from + this.servedCount(account)).sort();
  }

  /** The accounts that serve the event, best first. */
  holdersOf(event: number): Int32Array {
    return this.#holders[event]?.slice(0, this.#held(event)).sort() ?? new Int32Array();
  }

  /**
   * Assigns the account to events that have free slots, those with the most free slots first, up to
   * its limit.
   */
  takeFreeSlots(account: number): void {
    const list = this.#listOf[account] ?? 0;
    const count = listCommon(this.#choices, list, this.#room.words, this.#listed);
    this.effort += count;
    const taken: number[] = [];
    let least = 0;
    for (let index = 0; index < count; index++) {
      const event = this.#listed[index] ?? 0;
      const slots = this.freeSlots(event);
      if (slots <= least) continue;
      let place = taken.length;
      while (place > 0 && this.freeSlots(taken[place - 1] ?? 0) < slots) place -= 1;
      taken.splice(place, 0, event);
      if (taken.length > this.#limit) taken.pop();
      if (taken.length === this.#limit) least = this.freeSlots(taken.at(-1) ?? 0);
    }
    for (const event of taken) this.#serve(account, event);
  }

  /**
   * Assigns the account to one more event by moving others along the shortest chain that ends at a
   * free slot. No account loses a slot. Returns false if there is no such chain; then there will be
   * none later either.
   */
  takeByMoving(account: number): boolean {
    const { words } = this.#open;
    const queue = this.#listed;
    const mask = this.#mask;
    mask.set(words);
    this.#removeServed(account, mask);
    let end = listCommon(this.#choices, this.#listOf[account] ?? 0, mask, queue);
    mask.set(words);
    for (let place = 0; place < end; place++) this.#enter(queue[place] ?? 0, -1);
    for (let next = 0; next < end; next++) {
      const event = queue[next] ?? 0;
      if (this.freeSlots(event) > 0) {
        this.#shift(account, event);
        return true;
      }
      const before = end;
      end = listCommon(this.#moves, event, mask, queue, end);
      for (let place = before; place < end; place++) this.#enter(queue[place] ?? 0, event);
      this.effort += this.#choices.width;
    }
    for (let place = 0; place < end; place++) removeEvent(this.#open, 0, queue[place] ?? 0);
    return false;
  }

  /**
   * A function that lists the events from which an account could be moved to an event, directly or
   * along a chain, including the event itself; ascending. It is valid until the next account is
   * tried.
   */
  findCompetition(): (event: number) => number[] {
    const sources = createEventSets(this.#events, this.#events);
    for (let from = 0; from < this.#events; from++) {
      for (let to = 0; to < this.#events; to++) {
        if (hasEvent(this.#moves, from, to)) addEvent(sources, to, from);
      }
    }
    return (event) => {
      const events = this.#listed;
      this.#mask.fill(-1);
      events[0] = event;
      this.#enter(event, -1);
      let end = 1;
      for (let next = 0; next < end; next++) {
        const before = end;
        end = listCommon(sources, events[next] ?? 0, this.#mask, events, end);
        for (let place = before; place < end; place++) this.#enter(events[place] ?? 0, -1);
      }
      return [...events.subarray(0, end)].sort((a, b) => a - b);
    };
  }

  #held(event: number): number {
    return (this.#slots[event] ?? 0) - this.freeSlots(event);
  }

  #serves(account: number, event: number): boolean {
    const from = account * this.#limit;
    for (let place = from; place < from + this.servedCount(account); place++) {
      if (this.#served[place] === event) return true;
    }
    return false;
  }

  /** Records where the search entered an event, and prevents it from entering the event again. */
  #enter(event: number, cameFrom: number): void {
    this.#cameFrom[event] = cameFrom;
    this.#mask[event >> 5] = (this.#mask[event >> 5] ?? 0) & ~(1 << (event & 31));
  }

  /**
   * Walks the chain back from its free end, so that each move finds a free slot, and puts the
   * account at its beginning.
   */
  #shift(account: number, end: number): void {
    let to = end;
    for (let from = this.#cameFrom[to] ?? -1; from >= 0; from = this.#cameFrom[to] ?? -1) {
      const mover = this.#findMover(from, to);
      this.#leave(mover, from);
      this.#serve(mover, to);
      to = from;
    }
    this.#serve(account, to);
  }

  #findMover(from: number, to: number): number {
    const holders = this.#holders[from];
    const held = this.#held(from);
    for (let place = 0; place < held; place++) {
      const account = holders?.[place] ?? 0;
      if (this.#serves(account, to)) continue;
      if (!hasEvent(this.#choices, this.#listOf[account] ?? 0, to)) continue;
      this.effort += place;
      return account;
    }
    throw new Error(`No account can move from event ${from} to ${to}`);
  }

  #serve(account: number, event: number): void {
    this.#countMoves(account, event, -1);
    const count = this.servedCount(account);
    this.#served[account * this.#limit + count] = event;
    this.#servedCount[account] = count + 1;
    const held = this.#held(event);
    this.#holdersWithRoom(event, held)[held] = account;
    const free = this.freeSlots(event) - 1;
    this.#free[event] = free;
    if (free === 0) removeEvent(this.#room, 0, event);
  }

  #leave(account: number, event: number): void {
    const from = account * this.#limit;
    const count = this.servedCount(account);
    const served = this.#served.subarray(from, from + count);
    served.copyWithin(served.indexOf(event), served.indexOf(event) + 1);
    this.#servedCount[account] = count - 1;
    const holders = this.#holders[event]?.subarray(0, this.#held(event));
    holders?.copyWithin(holders.indexOf(account), holders.indexOf(account) + 1);
    this.#free[event] = this.freeSlots(event) + 1;
    addEvent(this.#room, 0, event);
    this.#countMoves(account, event, 1);
  }

  #holdersWithRoom(event: number, held: number): Int32Array {
    const holders = this.#holders[event] ?? new Int32Array();
    if (held < holders.length) return holders;
    const larger = new Int32Array(Math.min(this.#slots[event] ?? 0, holders.length * 2));
    larger.set(holders);
    this.#holders[event] = larger;
    return larger;
  }

  /**
   * Updates the number of moves for an account that does not serve the event, when it is about to
   * serve it (`change` -1) or has just left it (1). It can then be moved from the events that it
   * serves to this one, or from this one to those that it may serve.
   */
  #countMoves(account: number, event: number, change: 1 | -1): void {
    const from = account * this.#limit;
    for (let place = from; place < from + this.servedCount(account); place++) {
      this.#countMove(this.#served[place] ?? 0, event, change);
    }
    const mask = this.#mask;
    mask.fill(-1);
    this.#removeServed(account, mask);
    mask[event >> 5] = (mask[event >> 5] ?? 0) & ~(1 << (event & 31));
    const { words, width } = this.#choices;
    const row = (this.#listOf[account] ?? 0) * width;
    for (let index = 0; index < width; index++) {
      let word = (words[row + index] ?? 0) & (mask[index] ?? 0);
      for (; word !== 0; word &= word - 1) {
        const other = index * 32 + 31 - Math.clz32(word & -word);
        this.#countMove(event, other, change === 1 ? -1 : 1);
        this.effort += 1;
      }
    }
  }

  #countMove(from: number, to: number, change: 1 | -1): void {
    const index = from * this.#events + to;
    const count = (this.#movable[index] ?? 0) + change;
    this.#movable[index] = count;
    if (count === 0) removeEvent(this.#moves, from, to);
    else if (count === 1 && change === 1) addEvent(this.#moves, from, to);
  }

  /** Removes the events that the account serves from a set of one row. */
  #removeServed(account: number, words: Int32Array): void {
    const from = account * this.#limit;
    for (let place = from; place < from + this.servedCount(account); place++) {
      const event = this.#served[place] ?? 0;
      words[event >> 5] = (words[event >> 5] ?? 0) & ~(1 << (event & 31));
    }
  }
}
