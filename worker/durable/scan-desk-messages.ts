import type { FoundCode, MailboxReport } from '../../shared/presale-codes/schema.ts';
import type { ScanQuery } from '../../shared/scanner.ts';

/** A mailbox of a job. The password stays sealed until the moment it travels to a scanner. */
export interface JobMailbox {
  id: number;
  user: string;
  host: string;
  port: number;
  sealed: string;
  sealRow: string;
}

/** A job as a route hands it over; its id makes repeats harmless. */
export type DeskJob =
  | { kind: 'scan'; id: string; withinMs: number; mailboxes: JobMailbox[]; query: ScanQuery }
  | { kind: 'probe'; id: string; withinMs: number; mailboxes: JobMailbox[] };

/** One line of the desk's answer to a job. */
export type DeskEvent =
  | { type: 'progress'; mailbox: MailboxReport }
  | { type: 'codes'; codes: FoundCode[] }
  | { type: 'done'; codes: FoundCode[]; mailboxes: MailboxReport[] }
  | { type: 'probed'; isOk: boolean; message: string }
  | { type: 'no_scanner' }
  | { type: 'beat' };
