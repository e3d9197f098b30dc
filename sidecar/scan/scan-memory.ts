import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { readStored } from '../../shared/json.ts';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import type { MailboxAccess, ScanQuery } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../limits.ts';
import type { FetchedMail } from '../mailbox/read-folder.ts';
import type { FolderRecall, MailRow } from '../mailbox/recall.ts';
import type { Outcome } from '../reader/protocol.ts';
import { MailTable } from './mail-table.ts';

/**
 * The findings of a mail: its codes with their sentences, subject and sender, and nothing else of
 * its text.
 */
export interface Finding extends Pick<FetchedMail, 'subject' | 'from' | 'date'> {
  outcome: Outcome;
  gaps: readonly LeftOutReason[];
}

/** A mail that an earlier search read. */
interface RememberedMail extends MailRow {
  /** Null: the mail yielded nothing. */
  finding: Finding | null;
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

/** Only this file has written the text. */
const readFinding = (stored: Buffer): Finding => readStored(z.custom<Finding>(), stored.toString());

/** The criteria that decide which mails match. If they change, all mails must be read again. */
const wordsOf = ({ keywords, mustInclude, caseSensitive }: ScanQuery) => [
  keywords.toSorted(),
  mustInclude.toSorted(),
  caseSensitive,
];

/**
 * The criteria that decide which codes are wanted: all others except the period. If they change, matching mails must be
 * read again.
 */
const shapeOf = ({
  since: _,
  keywords: __,
  mustInclude: ___,
  caseSensitive: ____,
  ...shape
}: ScanQuery) => digest(shape);

/** The read mails of one folder. */
class FolderMemory {
  readonly validity: string;
  readonly table = new MailTable();
  /**
   * The content is JSON outside the heap, which is small. Objects would take several times as much
   * memory.
   */
  readonly findings = new Map<number, Buffer>();

  constructor(validity: string) {
    this.validity = validity;
  }
}

/** The read mails of one mailbox for one set of words. */
class MailboxMemory {
  readonly key: string;
  shape = '';
  rows = 0;
  findings = 0;
  bytes = 0;
  readonly folders = new Map<string, FolderMemory>();

  constructor(key: string) {
    this.key = key;
  }
}

/** The memory of one folder for one search. */
export interface FolderReadings extends Pick<FolderRecall, 'open'> {
  find(uid: number): RememberedMail | null;
  /** Adds a mail that was read or skipped; null if it yielded nothing. */
  add(row: MailRow, finding: Finding | null): void;
}

/**
 * What the searches of this scanner have read, so that the same search of the same mailbox reads
 * new mails only. It stays in memory. Codes with their sentences are stored as long as the desk
 * stores them: five minutes after the last search. The uids of read mails are kept until there are
 * too many. A mail whose findings were dropped is read again.
 */
export class ScanMemory {
  /** By mailbox and words, the least recently used first. */
  private readonly boxes = new Map<string, MailboxMemory>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly findingsForMs: number;
  private rows = 0;
  private findings = 0;
  private bytes = 0;

  /** @param options for tests: how long findings are kept after a search */
  constructor({ findingsForMs = LIMITS.findingsForMs } = {}) {
    this.findingsForMs = findingsForMs;
  }

  /** The memory of a mailbox for a search. @returns the memory of each folder by its path. */
  recall(
    { user, host, port }: MailboxAccess,
    query: ScanQuery,
  ): (folder: string) => FolderReadings {
    const key = digest([user, host, port, wordsOf(query)]);
    const shape = shapeOf(query);
    const box = this.boxes.get(key) ?? new MailboxMemory(key);
    this.boxes.delete(key);
    const [oldest] = this.boxes.values();
    if (oldest && this.boxes.size >= LIMITS.rememberedMailboxes) this.forget(oldest);
    this.boxes.set(key, box);
    this.planForgetting(box);
    if (box.shape !== shape) {
      this.forgetFindings(box);
      for (const { table } of box.folders.values()) table.forgetMatches();
      box.shape = shape;
    }
    return (path) => this.recallFolder(box, shape, path);
  }

  private planForgetting(box: MailboxMemory): void {
    clearTimeout(this.timers.get(box.key));
    const timer = setTimeout(() => {
      this.timers.delete(box.key);
      this.forgetFindings(box);
    }, this.findingsForMs);
    timer.unref();
    this.timers.set(box.key, timer);
  }

  /** Only the fact that the mails were read is stored, and nothing of their content. */
  private forgetFindings(box: MailboxMemory): void {
    for (const { findings } of box.folders.values()) findings.clear();
    this.findings -= box.findings;
    this.bytes -= box.bytes;
    box.findings = 0;
    box.bytes = 0;
  }

  private forget(box: MailboxMemory): void {
    this.forgetFindings(box);
    this.boxes.delete(box.key);
    this.rows -= box.rows;
    clearTimeout(this.timers.get(box.key));
    this.timers.delete(box.key);
  }

  private recallFolder(box: MailboxMemory, shape: string, path: string): FolderReadings {
    let folder = new FolderMemory('');
    return {
      open: (validity) => {
        const before = box.folders.get(path);
        folder = before?.validity === validity ? before : new FolderMemory(validity);
        if (before && before !== folder)
          for (const uid of before.findings.keys()) this.forgetFinding(box, before, uid);
        box.folders.set(path, folder);
        folder.table.sort();
        // Rows of invalid uids, and duplicates, are removed.
        this.rows -= box.rows;
        box.rows = [...box.folders.values()].reduce((sum, { table }) => sum + table.size, 0);
        this.rows += box.rows;
      },
      find: (uid) => {
        const row = folder.table.find(uid);
        if (row === null || (row.isMatch && box.shape !== shape)) return null;
        const stored = folder.findings.get(uid);
        if (row.hasFinding && stored === undefined) return null;
        return { ...row, finding: stored === undefined ? null : readFinding(stored) };
      },
      add: (row, finding) => {
        const isWanted = box.shape === shape || !(row.isMatch || finding !== null);
        const stored = finding && Buffer.from(JSON.stringify(finding));
        const bytes = stored?.length ?? 0;
        if (!isWanted) return;
        this.forgetFinding(box, folder, row.uid);
        if (!this.makeRoom(box, bytes)) return;
        if (stored) {
          folder.findings.set(row.uid, stored);
          box.findings++;
          this.findings++;
        }
        const size = folder.table.size;
        folder.table.add({ ...row, hasFinding: finding !== null });
        box.rows += folder.table.size - size;
        this.rows += folder.table.size - size;
        box.bytes += bytes;
        this.bytes += bytes;
      },
    };
  }

  private forgetFinding(box: MailboxMemory, folder: FolderMemory, uid: number): void {
    const stored = folder.findings.get(uid);
    if (stored === undefined) return;
    folder.findings.delete(uid);
    box.findings--;
    this.findings--;
    box.bytes -= stored.length;
    this.bytes -= stored.length;
  }

  /**
   * Drops data of other mailboxes, the least recently used first, until there is room; only their
   * findings if those are too many.
   * @returns whether there is room.
   */
  private makeRoom(box: MailboxMemory, bytes: number): boolean {
    // It was dropped during the search.
    if (this.boxes.get(box.key) !== box) return false;
    const lacksRows = ({ rows }: { rows: number }): boolean => rows >= LIMITS.rememberedMails;
    const lacksFindings = (sums: { findings: number; bytes: number }): boolean =>
      bytes > 0 &&
      (sums.findings >= LIMITS.rememberedFindings || sums.bytes + bytes > LIMITS.rememberedBytes);
    const totals = () => ({ rows: this.rows, findings: this.findings, bytes: this.bytes });
    // Dropping others would not help.
    if (lacksRows(box) || lacksFindings(box)) return false;
    for (const other of this.boxes.values()) {
      if (!lacksRows(totals())) break;
      if (other !== box) this.forget(other);
    }
    for (const other of this.boxes.values()) {
      if (!lacksFindings(totals())) break;
      if (other !== box) this.forgetFindings(other);
    }
    return !lacksRows(totals()) && !lacksFindings(totals());
  }
}
