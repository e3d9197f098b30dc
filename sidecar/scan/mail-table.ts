import type { MailRow } from '../mailbox/recall.ts';

/** A mail that was read. */
export interface TableRow extends MailRow {
  /** Whether it yielded codes or other facts, which are stored elsewhere and for a shorter time. */
  hasFinding: boolean;
}

const FLAG = { match: 1, unread: 2, finding: 4, stale: 8 } as const;
/** Stored in place of the time of arrival if a mail has none. */
const NO_TIME = 0;

/** Facts about many mails in 17 bytes each: a mailbox may have two hundred thousand. */
export class MailTable {
  private uids = new Uint32Array(0);
  private seconds = new Uint32Array(0);
  private identities = new Float64Array(0);
  private flags = new Uint8Array(0);
  private count = 0;
  /** Rows up to here are sorted by uid, each once. */
  private sorted = 0;

  get size(): number {
    return this.count;
  }

  /** Makes rows that were added since the last call findable. */
  sort(): void {
    if (this.sorted === this.count) return;
    const order = Uint32Array.from({ length: this.count }, (_, at) => at);
    // If two rows have the same uid, the later one counts.
    order.sort((a, b) => this.uidAt(a) - this.uidAt(b) || a - b);
    const last = order.filter((row, at) => this.uidAt(row) !== this.uidAt(order[at + 1] ?? -1));
    this.uids = last.map((row) => this.uidAt(row));
    this.seconds = last.map((row) => this.seconds[row] ?? NO_TIME);
    this.identities = Float64Array.from(last, (row) => this.identities[row] ?? 0);
    this.flags = Uint8Array.from(last, (row) => this.flags[row] ?? 0);
    this.count = last.length;
    this.sorted = last.length;
  }

  /**
   * A row that existed when the table was sorted; null for one that does not exist, or was dropped.
   */
  find(uid: number): TableRow | null {
    const row = this.rowOf(uid);
    const flags = this.flags[row] ?? 0;
    if (row < 0 || flags & FLAG.stale) return null;
    const seconds = this.seconds[row] ?? NO_TIME;
    return {
      uid,
      receivedAt: seconds === NO_TIME ? Number.NaN : seconds * 1000,
      identity: this.identities[row] ?? 0,
      isMatch: (flags & FLAG.match) !== 0,
      isUnread: (flags & FLAG.unread) !== 0,
      hasFinding: (flags & FLAG.finding) !== 0,
    };
  }

  add({ uid, receivedAt, identity, isMatch, isUnread, hasFinding }: TableRow): void {
    const before = this.rowOf(uid);
    const row = before >= 0 ? before : this.count;
    if (row === this.uids.length) this.grow();
    if (before < 0) this.count++;
    this.uids[row] = uid;
    this.seconds[row] = Number.isNaN(receivedAt) ? NO_TIME : Math.floor(receivedAt / 1000);
    this.identities[row] = identity;
    this.flags[row] =
      (isMatch ? FLAG.match : 0) | (isUnread ? FLAG.unread : 0) | (hasFinding ? FLAG.finding : 0);
  }

  /** Drops the mails that matched. */
  forgetMatches(): void {
    for (let row = 0; row < this.count; row++)
      if ((this.flags[row] ?? 0) & FLAG.match) this.flags[row] = FLAG.stale;
  }

  private uidAt(row: number): number {
    return this.uids[row] ?? -1;
  }

  private rowOf(uid: number): number {
    let low = 0;
    let high = this.sorted - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.uidAt(middle);
      if (at === uid) return middle;
      if (at < uid) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  private grow(): void {
    const length = Math.max(64, this.uids.length * 2);
    const grown = <Column extends { set(from: Column): void }>(column: Column, from: Column) => {
      column.set(from);
      return column;
    };
    this.uids = grown(new Uint32Array(length), this.uids);
    this.seconds = grown(new Uint32Array(length), this.seconds);
    this.identities = grown(new Float64Array(length), this.identities);
    this.flags = grown(new Uint8Array(length), this.flags);
  }
}
