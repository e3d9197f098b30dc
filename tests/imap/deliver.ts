import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

let delivered = 0;

/** A mail with a presale code, as a promoter writes it. */
export const codeMail = (code: string, id: string = crypto.randomUUID()): string =>
  [
    'From: Night Herons Club <club@herons.example>',
    'Subject: Your Night Herons presale code',
    `Message-ID: <${id}@herons.example>`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Hello, your presale code for Night Herons is ${code}. Enter it when you buy tickets, from Friday 10 am.`,
    '',
  ].join('\r\n');

/** A mail that calls its code an allocation: without a rating, its chance is low. */
export const partnerMail = (
  code: string,
  reference: string,
  sender: readonly string[] = ['From: Night Herons Office <partners@herons.example>'],
): string =>
  [
    ...sender,
    'Subject: Night Herons on sale',
    `Message-ID: <${crypto.randomUUID()}@herons.example>`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Partners,',
    '',
    'Night Herons confirmed for six venues. Partner allocation opens on 1 December at 9 am.',
    '',
    `Allocation ID: ${code}`,
    `Contract ref: ${reference}`,
    '',
    'The office',
    '',
  ].join('\r\n');

/** Delivers a mail to a Maildir, as a mail server does: whole or not at all. @returns the name of its file */
export function deliver(maildir: string, mail: string): string {
  const name = `${Math.floor(Date.now() / 1000)}.D${++delivered}P${process.pid}.test`;
  writeFileSync(join(maildir, 'tmp', name), mail);
  renameSync(join(maildir, 'tmp', name), join(maildir, 'new', name));
  return name;
}
