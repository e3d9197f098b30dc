import { readStored } from '../../shared/json.ts';
import {
  type FoundCode,
  foundCode,
  type MailboxReport,
  mailboxReport,
} from '../../shared/presale-codes/events.ts';
import type { CodeSighting } from '../../shared/scanners/protocol.ts';
import { type DeskJob, deskJob } from '../context/scan-desk.ts';
import type { JobState } from './job-lifecycle.ts';

/** A job that has not ended, with its state. */
export interface OpenJob {
  job: DeskJob;
  state: Exclude<JobState, { phase: 'done' }>;
}

/** Finished jobs are kept for this time, so that a repeated call gets its answer. */
const KEEP_MS = 5 * 60_000;

type PayloadRow = { payload: string };
type StateRow = {
  scanner: string | null;
  last_scanner: string | null;
  lease_until: number;
  deadline_at: number;
  attempts: number;
  done_at: number | null;
};

const STATE = 'scanner, last_scanner, lease_until, deadline_at, attempts, done_at';

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
    const [row] = this.sql.exec<PayloadRow>('select payload from jobs where id = ?', id).toArray();
    return row ? readJob(row) : null;
  }

  /** The state without the job: it is read for every message of a scanner, and a job can be large. */
  state(id: string): JobState | null {
    const [row] = this.sql.exec<StateRow>(`select ${STATE} from jobs where id = ?`, id).toArray();
    if (row === undefined || row.done_at === null) return row ? readOpen(row) : null;
    return { phase: 'done', doneAt: row.done_at, because: 'finished' };
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
      .exec<PayloadRow & StateRow>(
        `select payload, ${STATE} from jobs where done_at is null order by deadline_at`,
      )
      .toArray()
      .map((row) => ({ job: readJob(row), state: readOpen(row) }));
  }

  report(job: string, report: MailboxReport): void {
    this.sql.exec(
      'insert into reports (job, mailbox, report) values (?, ?, ?) on conflict do update set report = excluded.report',
      job,
      report.id,
      JSON.stringify(report),
    );
  }

  /** The reports of a job by the id of their mailbox. */
  reports(job: string): Map<number, MailboxReport> {
    const rows = this.sql
      .exec<{ report: string }>('select report from reports where job = ?', job)
      .toArray()
      .map(({ report }) => readStored(mailboxReport, report));
    return new Map(rows.map((report) => [report.id, report]));
  }

  /** @returns whether this code of this mail is new. */
  sight(job: string, { mailbox, mail, found: presaleCode }: CodeSighting): boolean {
    const cursor = this.sql.exec(
      'insert into sightings (job, mailbox, mail, code, found) values (?, ?, ?, ?, ?) on conflict do nothing',
      job,
      mailbox,
      mail,
      presaleCode.code,
      JSON.stringify(presaleCode),
    );
    return cursor.rowsWritten > 0;
  }

  /** All codes of a job, the most likely first. */
  codes(job: string): FoundCode[] {
    return this.sql
      .exec<{ found: string }>('select found from sightings where job = ?', job)
      .toArray()
      .map(({ found }) => readStored(foundCode, found))
      .sort((a, b) => b.confidence - a.confidence || b.email_date.localeCompare(a.email_date));
  }

  /** Deletes a job with all of its findings. */
  remove(id: string): void {
    for (const table of ['sightings', 'reports'])
      this.sql.exec(`delete from ${table} where job = ?`, id);
    this.sql.exec('delete from jobs where id = ?', id);
  }

  /**
   * Deletes finished jobs after a while.
   * @returns when to check again, or null if none is left.
   */
  purge(now: number): number | null {
    const old = this.sql
      .exec<{ id: string }>('select id from jobs where done_at <= ?', now - KEEP_MS)
      .toArray();
    for (const { id } of old) this.remove(id);
    const { at } = this.sql
      .exec<{ at: number | null }>('select min(done_at) as at from jobs')
      .one();
    return at === null ? null : at + KEEP_MS;
  }
}

const readJob = ({ payload }: PayloadRow): DeskJob => readStored(deskJob, payload);

function readOpen(row: StateRow): OpenJob['state'] {
  const limits = { deadlineAt: row.deadline_at, attempts: row.attempts };
  return row.scanner === null
    ? { phase: 'waiting', ...limits, lastScanner: row.last_scanner }
    : { phase: 'leased', ...limits, scanner: row.scanner, leaseUntil: row.lease_until };
}
