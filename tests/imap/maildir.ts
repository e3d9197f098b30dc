import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAILS = fileURLToPath(new URL('../fixtures/mails/mails/', import.meta.url));
const DAY_MS = 24 * 3600_000;

/** A Maildir that can be copied for many users. */
export interface MaildirPlan {
  /** Mails in all. */
  mails: number;
  /** How many of them arrived within the last `recentDays`; the others are 20 to 400 days old. */
  recent: number;
  recentDays: number;
  now: number;
}

/**
 * Writes a Maildir out of the labelled mails, repeated with an own Message-ID each, and newsletters without
 * codes; arrival is the file's time, which the server reports as INTERNALDATE.
 */
export function writeMaildir(plan: MaildirPlan): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxoffice-maildir-'));
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(folder, name));
  const sources = readdirSync(MAILS).map((name) => readFileSync(join(MAILS, name)));
  for (let i = 0; i < plan.mails; i++) {
    const isRecent = i < plan.recent;
    const age = isRecent
      ? (i / Math.max(1, plan.recent)) * plan.recentDays * DAY_MS * 0.9
      : (20 + ((i * 37) % 380)) * DAY_MS;
    const body = isRecent ? (sources[i % sources.length] ?? Buffer.alloc(0)) : oldMail(i);
    const head = Buffer.from(`X-Copy: ${i}\r\n`);
    const seconds = Math.floor((plan.now - age) / 1000);
    const file = join(folder, 'cur', `${seconds}.M${i}P1.test:2,${i % 3 === 0 ? 'S' : ''}`);
    writeFileSync(file, Buffer.concat([head, body]));
    utimesSync(file, seconds, seconds);
  }
  return folder;
}

function oldMail(i: number): Buffer {
  const text = 'Our programme of the month, with concerts, films and the weekly market.\r\n'.repeat(
    40,
  );
  return Buffer.from(
    `From: House ${i} <news@house.example>\r\nSubject: Programme ${i}\r\nMessage-ID: <${i}@house.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
  );
}
