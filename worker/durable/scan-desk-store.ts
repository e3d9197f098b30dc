import type { FoundCode, MailboxReport } from '../../shared/presale-codes/events.ts';
import type { CodeSighting } from '../../shared/scanner.ts';
import type { DeskJob } from './desk-job.ts';
import type { JobState } from './job-lifecycle.ts';

/** A job that has not ended, with its state. */
export interface OpenJob {
  job: DeskJob;
  state: Exclude<JobState, { phase: 'done' }>;
}

/** Finished jobs are kept this long, so that a repeated call finds its answer. */
const KEEP_MS = 5 * 60_000;

type Row = Record<string, SqlStorageValue>;

const STATE = 'scanner, last_scanner, lease_until, deadline_at, attempts, done_at';

const text = (value: SqlStorageValue | undefined): string =>
  typeof value === 'string' ? value : '';
const count = (value: SqlStorageValue | undefined): number =>
  typeof value === 'number' ? value : 0;
const name = (value: SqlStorageValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

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

  /** Stores a new job. */
  add(job: DeskJob, { deadlineAt }: OpenJob['state']): void {
    this.sql.exec(
      'insert into jobs (id, payload, deadline_at) values (?, ?, ?)',
      job.id,
      JSON.stringify(job),
      deadlineAt,
    );
  }

  find(id: string): DeskJob | null {
    const [row] = this.sql.exec<Row>('select payload from jobs where id = ?', id).toArray();
    return row ? readJob(row) : null;
  }

  /** The state alone: it is read for every message of a scanner, and a job can be large. */
  state(id: string): JobState | null {
    const [row] = this.sql.exec<Row>(`select ${STATE} from jobs where id = ?`, id).toArray();
    return row ? readState(row) : null;
  }

  save(id: string, state: JobState): void {
    const scanner = state.phase === 'leased' ? state.scanner : null;
    const last = state.phase === 'waiting' ? state.lastScanner : scanner;
    this.sql.exec(
      'update jobs set scanner = ?, last_scanner = ?, lease_until = ?, attempts = ?, done_at = ? where id = ?',
      scanner,
      last,
      state.phase === 'leased' ? state.leaseUntil : 0,
      state.phase === 'done' ? 0 : state.attempts,
      state.phase === 'done' ? state.doneAt : null,
      id,
    );
  }

  /** Jobs that have not ended, the most urgent first. */
  open(): OpenJob[] {
    return this.sql
      .exec<Row>(`select payload, ${STATE} from jobs where done_at is null order by deadline_at`)
      .toArray()
      .flatMap((row) => {
        const state = readState(row);
        return state.phase === 'done' ? [] : [{ job: readJob(row), state }];
      });
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

  /** @returns whether this code of this mail is new. */
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

  /** Deletes a job with everything found in it. */
  remove(id: string): void {
    for (const table of ['sightings', 'reports'])
      this.sql.exec(`delete from ${table} where job = ?`, id);
    this.sql.exec('delete from jobs where id = ?', id);
  }

  /** Deletes finished jobs after a while. @returns when to look again, or null when none is kept. */
  purge(now: number): number | null {
    const old = this.sql
      .exec<Row>('select id from jobs where done_at <= ?', now - KEEP_MS)
      .toArray();
    for (const row of old) this.remove(text(row.id));
    const [next] = this.sql.exec<Row>('select min(done_at) as at from jobs').toArray();
    return typeof next?.at === 'number' ? next.at + KEEP_MS : null;
  }
}

const readJob = (row: Row): DeskJob => JSON.parse(text(row.payload)) as DeskJob;

function readState(row: Row): JobState {
  if (typeof row.done_at === 'number')
    return { phase: 'done', doneAt: row.done_at, because: 'finished' };
  const limits = { deadlineAt: count(row.deadline_at), attempts: count(row.attempts) };
  const scanner = name(row.scanner);
  return scanner === null
    ? { phase: 'waiting', ...limits, lastScanner: name(row.last_scanner) }
    : { phase: 'leased', ...limits, scanner, leaseUntil: count(row.lease_until) };
}
