import type { DataKey } from '../../shared/env.ts';
import { readStored } from '../../shared/json.ts';
import type { ToScanner } from '../../shared/scanners/protocol.ts';
import { type WatchedMailbox, watchedMailbox } from '../context/scan-desk.ts';
import { openMailboxes } from './scanner-socket.ts';

/**
 * A watched mailbox and the process of the scanner that it is assigned to; null if there is none.
 */
interface Assigned {
  mailbox: number;
  scanner: string | null;
}

/**
 * Chooses a scanner for each watched mailbox that is not assigned to a connected one: the one with
 * the fewest. Others stay where they are, because each move signs in again. Without `canMove`,
 * those of lost scanners stay too. Pure.
 */
export function assignWatches(
  watched: readonly Assigned[],
  scanners: readonly string[],
  canMove = true,
): { mailbox: number; scanner: string }[] {
  const load = new Map(scanners.map((scanner) => [scanner, 0]));
  const isThere = (scanner: string | null): scanner is string =>
    scanner !== null && load.has(scanner);
  for (const { scanner } of watched)
    if (isThere(scanner)) load.set(scanner, (load.get(scanner) ?? 0) + 1);
  return watched
    .filter(({ scanner }) => scanner === null || (canMove && !isThere(scanner)))
    .flatMap(({ mailbox }) => {
      const [least] = [...load].sort(([, a], [, b]) => a - b);
      if (least === undefined) return [];
      const [scanner, count] = least;
      load.set(scanner, count + 1);
      return [{ mailbox, scanner }];
    });
}

type Row = { mailbox: number; scanner: string | null; payload: string };

/**
 * The assignment of watched mailboxes to scanners, in the Durable Object's own SQLite. It does no
 * harm if two scanners briefly watch the same mailbox, because repeated results are stored once.
 */
export class WatchAssignments {
  private readonly sql: SqlStorage;
  private readonly send: (scanner: string, message: ToScanner) => void;

  constructor(sql: SqlStorage, send: (scanner: string, message: ToScanner) => void) {
    this.sql = sql;
    this.send = send;
    sql.exec(
      'create table if not exists watches (mailbox integer primary key, payload text not null, scanner text, sent integer not null default 0)',
    );
  }

  /**
   * Removes mailboxes that are not in the list, and makes new and changed ones wait for {@link
   * assign}.
   */
  replace(mailboxes: readonly WatchedMailbox[]): void {
    const before = new Map(this.rows().map((row) => [row.mailbox, row]));
    for (const mailbox of mailboxes) {
      const payload = JSON.stringify(mailbox);
      const row = before.get(mailbox.id);
      before.delete(mailbox.id);
      if (row?.payload === payload) continue;
      // A changed mailbox is sent again to its scanner, which keeps its connections if possible.
      this.sql.exec(
        `insert into watches (mailbox, payload) values (?, ?)
          on conflict do update set payload = excluded.payload, sent = 0`,
        mailbox.id,
        payload,
      );
    }
    for (const { mailbox, scanner } of before.values()) {
      this.sql.exec('delete from watches where mailbox = ?', mailbox);
      if (scanner !== null) this.send(scanner, { type: 'unwatch', mailbox });
    }
  }

  /** Makes the mailboxes of a reconnected scanner wait for {@link assign}. */
  returned(scanner: string): void {
    this.sql.exec('update watches set sent = 0 where scanner = ?', scanner);
  }

  /**
   * Assigns mailboxes without a connected scanner to one, and sends new and changed ones with their
   * passwords.
   */
  assign(scanners: readonly string[], keys: readonly DataKey[], canMove: boolean): void {
    for (const { mailbox, scanner } of assignWatches(this.rows(), scanners, canMove))
      this.sql.exec('update watches set scanner = ?, sent = 0 where mailbox = ?', scanner, mailbox);
    const unsent = this.sql
      .exec<Row>('select * from watches where sent = 0 and scanner is not null')
      .toArray();
    for (const { mailbox, scanner, payload } of unsent) {
      if (scanner === null || !scanners.includes(scanner)) continue;
      const { revision, ...watched } = readStored(watchedMailbox, payload);
      const [access] = openMailboxes([watched], keys).mailboxes;
      if (access) this.send(scanner, { type: 'watch', mailbox: access, revision });
      this.sql.exec('update watches set sent = 1 where mailbox = ?', mailbox);
    }
  }

  isAnyAssigned(): boolean {
    const [row] = this.sql
      .exec('select 1 from watches where scanner is not null limit 1')
      .toArray();
    return row !== undefined;
  }

  private rows(): Row[] {
    return this.sql
      .exec<Row>('select mailbox, scanner, payload from watches order by mailbox')
      .toArray();
  }
}
