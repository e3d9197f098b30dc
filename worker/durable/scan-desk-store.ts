import type { FoundCode, MailboxReport } from '../../shared/presale-codes/schema.ts';
import type { CodeSighting } from '../../shared/scanner.ts';
import type { DeskJob } from './scan-desk-messages.ts';

export interface StoredJob {
  job: DeskJob;
  /** The scanner's socket that holds the lease, or null while the job waits. */
  scanner: string | null;
  leaseUntil: number;
  deadlineAt: number;
  attempts: number;
  lastScanner: string | null;
}

/** Finished jobs are kept this long, so that a repeated call finds its answer. */
const KEEP_MS = 5 * 60_000;

/** A lease is lengthened in steps of at least this. */
const EXTEND_MS = 2_000;

type Row = Record<string, SqlStorageValue>;

const text = (value: SqlStorageValue | undefined): string =>
  typeof value === 'string' ? value : '';
const count = (value: SqlStorageValue | undefined): number =>
  typeof value === 'number' ? value : 0;

/** Jobs, reports and codes of the desk, in the Durable Object's own SQLite. */
export class ScanDeskStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(`
      create table if not exists jobs (
        id text primary key, payload text not null, scanner text, last_scanner text,
        lease_until integer not null default 0, deadline_at integer not null,
        attempts integer not null default 0, done_at integer);
      create table if not exists reports (
        job text not null, mailbox integer not null, report text not null, primary key (job, mailbox));
      create table if not exists sightings (
        job text not null, mailbox integer not null, mail text not null, code text not null,
        found text not null, primary key (job, mailbox, mail, code));
    `);
  }

  /** Stores a job unless its id is known. @returns whether it is new. */
  add(job: DeskJob, now: number): boolean {
    if (this.find(job.id)) return false;
    const deadlineAt = now + job.withinMs;
    this.sql.exec(
      'insert into jobs (id, payload, deadline_at) values (?, ?, ?)',
      job.id,
      JSON.stringify(job),
      deadlineAt,
    );
    return true;
  }

  find(id: string): StoredJob | null {
    return this.read('select * from jobs where id = ?', id)[0] ?? null;
  }

  /** Whether a scanner holds a job that has not ended. Asked for every word of a scanner: the job itself is not read. */
  isHeldBy(id: string, scanner: string): boolean {
    return (
      this.sql
        .exec('select 1 from jobs where id = ? and scanner = ? and done_at is null', id, scanner)
        .toArray().length > 0
    );
  }

  isDone(id: string): boolean {
    return (
      this.sql.exec('select 1 from jobs where id = ? and done_at is not null', id).toArray()
        .length > 0
    );
  }

  open(): StoredJob[] {
    return this.read('select * from jobs where done_at is null order by deadline_at');
  }

  lease(id: string, scanner: string, until: number): void {
    this.sql.exec(
      'update jobs set scanner = ?, last_scanner = ?, lease_until = ?, attempts = attempts + 1 where id = ?',
      scanner,
      scanner,
      until,
      id,
    );
  }

  /** Lengthens a lease; nothing is written while it has nearly its full length. */
  extend(id: string, scanner: string, until: number): void {
    this.sql.exec(
      'update jobs set lease_until = ? where id = ? and scanner = ? and lease_until < ?',
      until,
      id,
      scanner,
      until - EXTEND_MS,
    );
  }

  release(id: string): void {
    this.sql.exec('update jobs set scanner = null, lease_until = 0 where id = ?', id);
  }

  finish(id: string, now: number): void {
    this.sql.exec('update jobs set done_at = ?, scanner = null where id = ?', now, id);
  }

  report(job: string, report: MailboxReport): void {
    this.sql.exec(
      'insert into reports (job, mailbox, report) values (?, ?, ?) on conflict do update set report = excluded.report',
      job,
      report.id,
      JSON.stringify(report),
    );
  }

  reports(job: string): MailboxReport[] {
    const rows = this.sql.exec<Row>('select report from reports where job = ?', job).toArray();
    return rows.map((row) => JSON.parse(text(row.report)) as MailboxReport);
  }

  /** @returns whether this code of this mail was not known yet. */
  sight(job: string, { mailbox, mail, found }: CodeSighting): boolean {
    const cursor = this.sql.exec(
      'insert into sightings (job, mailbox, mail, code, found) values (?, ?, ?, ?, ?) on conflict do nothing',
      job,
      mailbox,
      mail,
      found.code,
      JSON.stringify(found),
    );
    return cursor.rowsWritten > 0;
  }

  /** All codes of a job, the likeliest first. */
  codes(job: string): FoundCode[] {
    const rows = this.sql.exec<Row>('select found from sightings where job = ?', job).toArray();
    const codes = rows.map((row) => JSON.parse(text(row.found)) as FoundCode);
    return codes.sort(
      (a, b) => b.confidence - a.confidence || b.email_date.localeCompare(a.email_date),
    );
  }

  /** Forgets a job with everything found in it. */
  remove(id: string): void {
    for (const table of ['sightings', 'reports'])
      this.sql.exec(`delete from ${table} where job = ?`, id);
    this.sql.exec('delete from jobs where id = ?', id);
  }

  /** Forgets finished jobs. @returns when to look again, or null when nothing is kept. */
  purge(now: number): number | null {
    const old = this.sql
      .exec<Row>('select id from jobs where done_at <= ?', now - KEEP_MS)
      .toArray();
    for (const row of old) this.remove(text(row.id));
    const [next] = this.sql.exec<Row>('select min(done_at) as at from jobs').toArray();
    return typeof next?.at === 'number' ? next.at + KEEP_MS : null;
  }

  private read(query: string, ...values: string[]): StoredJob[] {
    return this.sql
      .exec<Row>(query, ...values)
      .toArray()
      .map((row) => ({
        job: JSON.parse(text(row.payload)) as DeskJob,
        scanner: row.scanner === null ? null : text(row.scanner),
        lastScanner: row.last_scanner === null ? null : text(row.last_scanner),
        leaseUntil: count(row.lease_until),
        deadlineAt: count(row.deadline_at),
        attempts: count(row.attempts),
      }));
  }
}
