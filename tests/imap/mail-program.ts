import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import type { MailServer } from './dovecot.ts';

/** A Maildir without mails. */
export function emptyMaildir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxoffice-maildir-'));
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(folder, name));
  return folder;
}

/** A mail about Mara Venn with a code, or without. */
export const mailOf = (subject: string, text: string, head = ''): string =>
  `From: Club <club@herons.example>\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(/\W/g, '')}@herons.example>\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\n${head}MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`;

/** A mail with this code. */
export const mailWith = (code: string): string =>
  mailOf(`Mara Venn ${code.toLowerCase()}`, `Mara Venn presale code: ${code}`);

/** The mail program of a mailbox's owner, which may write. */
export async function openProgram(mail: MailServer, user: string): Promise<ImapFlow> {
  const program = new ImapFlow({
    host: '127.0.0.1',
    port: mail.plainPort,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: mail.password },
    logger: false,
  });
  await program.connect();
  return program;
}
