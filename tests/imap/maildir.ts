import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailBytes } from '../../code-finder/training/labelled-mails.ts';

const DAY_MS = 24 * 3600_000;

/** A Maildir that can be copied for many users. */
export interface MaildirPlan {
  /** The total number of mails. */
  mails: number;
  /** How many of them arrived within the last `recentDays`; the others are 20 to 400 days old. */
  recent: number;
  recentDays: number;
  now: number;
  /** The owner, whose name is in the mails, so that no two mailboxes have the same mails. */
  owner?: string;
  /** The recent mails by number; they replace the labelled ones. */
  recentMail?: (index: number) => Buffer;
  /** Further mails, byte for byte, newer than all others. */
  extra?: readonly Uint8Array[];
}

/**
 * Writes a Maildir of the labelled mails, repeated with different Message-IDs, and newsletters
 * without codes; the arrival is the file's time, which the server reports as INTERNALDATE.
 */
export function writeMaildir(plan: MaildirPlan): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxoffice-maildir-'));
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(folder, name));
  const sources = mailBytes('labelled');
  const write = (name: string, age: number, mail: Uint8Array): void => {
    const seconds = Math.floor((plan.now - age) / 1000);
    const file = join(folder, 'cur', `${seconds}.${name}`);
    writeFileSync(file, mail);
    utimesSync(file, seconds, seconds);
  };
  for (let i = 0; i < plan.mails; i++) {
    const isRecent = i < plan.recent;
    const age = isRecent
      ? (i / Math.max(1, plan.recent)) * plan.recentDays * DAY_MS * 0.9
      : (20 + ((i * 37) % 380)) * DAY_MS;
    const body = isRecent ? (plan.recentMail?.(i) ?? labelledMail(sources, i, plan)) : oldMail(i);
    const head = Buffer.from(`X-Copy: ${i}\r\n`);
    write(`M${i}P1.test:2,${i % 3 === 0 ? 'S' : ''}`, age, Buffer.concat([head, body]));
  }
  for (const [i, mail] of (plan.extra ?? []).entries()) write(`M${i}P2.test:2,`, 1000, mail);
  return folder;
}

function labelledMail(sources: readonly Buffer[], i: number, plan: MaildirPlan): Buffer {
  if (plan.owner === undefined) return sources[i % sources.length] ?? Buffer.alloc(0);
  // Each owner gets another section of the labelled mails.
  const first = [...plan.owner].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7);
  const source = sources[(first + i) % sources.length] ?? Buffer.alloc(0);
  return addressed(source, `Hello ${plan.owner}, this is letter ${i} to you.`);
}

/** The mail with an added line at the head of its first readable text, otherwise in its subject. */
function addressed(mail: Buffer, line: string): Buffer {
  const blocks = mail.toString('latin1').split('\r\n\r\n');
  const at = blocks.findIndex(
    (block) => /^content-type:\s*text\/(?:plain|html)/im.test(block) && !/base64/i.test(block),
  );
  if (at < 0 || at === blocks.length - 1)
    blocks[0] = (blocks[0] ?? '').replace(/^subject: /im, `Subject: ${line} `);
  else {
    const isHtml = /text\/html/i.test(blocks[at] ?? '');
    blocks.splice(at + 1, 0, isHtml ? `<p>${line}</p>` : line);
  }
  return Buffer.from(blocks.join('\r\n\r\n'), 'latin1');
}

function oldMail(i: number): Buffer {
  const text = 'Our programme of the month, with concerts, films and the weekly market.\r\n'.repeat(
    40,
  );
  return Buffer.from(
    `From: House ${i} <news@house.example>\r\nSubject: Programme ${i}\r\nMessage-ID: <${i}@house.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
  );
}
