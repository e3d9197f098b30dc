import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gt } from 'drizzle-orm';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { seededRandom } from '../factories/allocation.ts';
import { codeMail, deliver } from '../imap/deliver.ts';
import { type MailServer, missingDovecot, startDovecot } from '../imap/dovecot.ts';
import { writeMaildir } from '../imap/maildir.ts';
import { type Product, startProduct } from '../imap/product.ts';
import { addWatch, importMailboxes, untilIdle } from '../imap/watched-world.ts';
import { type Measure, percentile } from './harness/row.ts';

/**
 * The highest number of mailboxes in a watch. Each has an inbox and a junk folder, with a
 * connection for each.
 */
const OF_WATCH = 50;
const WATCHES = 2;
const MAILS = 2 * OF_WATCH;
/** Mails arrive at random moments within this time. */
const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

const USERS = Array.from({ length: OF_WATCH * WATCHES }, (_, at) => `box${at}@x.example`);

/** The most memory that a process has had so far, in megabytes. */
function peakMemory(pid: number | undefined): number {
  const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kib) * 1024) / 1e6;
}

/** Delivers a mail with a code to one mailbox after the other. @returns how long each code took to be notified, in ms */
async function deliverAndWait(
  { db }: Product,
  mail: MailServer,
  moments: readonly number[],
  prefix: string,
): Promise<number[]> {
  const deliveredAt = new Map<string, number>();
  const delays: number[] = [];
  const startedAt = performance.now();
  let last = 0;
  let sent = 0;
  while (delays.length < moments.length) {
    const now = performance.now();
    if (now - startedAt > WITHIN_MS + 60_000)
      throw new Error(`${moments.length - delays.length} codes were not notified.`);
    for (; now - startedAt >= (moments[sent] ?? Number.POSITIVE_INFINITY); sent += 1) {
      const code = `${prefix}${1000 + sent}`;
      deliveredAt.set(code, performance.now());
      deliver(mail.maildir(USERS[sent % USERS.length] ?? ''), codeMail(code));
    }
    const rows = await db
      .select({ id: notifications.id, body: notifications.body })
      .from(notifications)
      .where(gt(notifications.id, last))
      .orderBy(notifications.id);
    for (const { id, body } of rows) {
      last = id;
      const at = deliveredAt.get(body.split(',')[0] ?? '');
      if (at !== undefined) delays.push(performance.now() - at);
    }
    await sleep(LOOK_EVERY_MS);
  }
  return delays;
}

/** How soon a code is notified after its mail was delivered, and the memory of the scanner with 200 idle connections. */
export const measure: Measure = async () => {
  if (missingDovecot() !== null) {
    console.log(`Watches are not measured: ${missingDovecot()}`);
    return [];
  }
  const maildir = writeMaildir({ mails: 200, recent: 0, recentDays: 6, now: Date.now() });
  const mail = await startDovecot(new Map(USERS.map((user) => [user, maildir])), {
    canCompress: true,
  });
  const product = await startProduct();
  try {
    const scanner = await product.startScanner(mail.caFile);
    const ids = await importMailboxes(product, mail, USERS);
    const random = seededRandom(50);
    const momentsOf = (mails: number, withinMs: number) =>
      Array.from({ length: mails }, () => random() * withinMs).sort((a, b) => a - b);
    await addWatch(product, 'Herons 1', ids.slice(0, OF_WATCH));
    await untilIdle(product);
    const first = USERS.slice(0, OF_WATCH);
    const own = {
      ...mail,
      maildir: (user: string) => mail.maildir(first[USERS.indexOf(user) % OF_WATCH] ?? ''),
    };
    const delays = await deliverAndWait(product, own, momentsOf(MAILS, WITHIN_MS), 'HERON');
    await addWatch(product, 'Herons 2', ids.slice(OF_WATCH));
    await untilIdle(product);
    await deliverAndWait(product, mail, momentsOf(USERS.length, 10_000), 'NIGHT');
    const what = `a code of one of ${OF_WATCH} watched mailboxes, from delivery to notification`;
    return [
      {
        what: `${what}, median of ${MAILS}`,
        measured: percentile(delays, 0.5),
        unit: 'ms',
        against: 'bar',
        limit: 1_500,
      },
      {
        what: `${what}, p95`,
        measured: percentile(delays, 0.95),
        unit: 'ms',
        against: 'bar',
        limit: 5_000,
      },
      {
        what: `scanner memory with ${2 * USERS.length} idle connections, after a mail to each mailbox`,
        measured: peakMemory(scanner.pid),
        unit: 'MB',
        against: 'bar',
        limit: 200,
      },
    ];
  } finally {
    await product.stop();
    await mail.stop();
  }
};
