import { readFileSync } from 'node:fs';
import { searchToEnd } from '../imap/client.ts';
import { missingDovecot } from '../imap/dovecot.ts';
import { hostileMails } from '../imap/hostile-mails.ts';
import { startProduct } from '../imap/product.ts';
import type { Measure } from './harness/row.ts';
import { connectMailboxes, DAYS, startMailboxes } from './harness/scan-world.ts';

const MEGABYTES = 20;
const SEARCHES = 50;

/** The most memory that a process has had so far, in MiB. */
function peakMemory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The memory of the scanner for ten mailboxes with hostile mails of 20 MB each, and for fifty concurrent searches. */
export const measure: Measure = async () => {
  if (missingDovecot() !== null) {
    console.log(`The scanner's memory is not measured: ${missingDovecot()}`);
    return [];
  }
  const hostile = hostileMails(MEGABYTES);
  const server = await startMailboxes({ extra: [...hostile.values()] });
  const product = await startProduct();
  try {
    const ids = await connectMailboxes(product, server);
    const row = { unit: 'MiB', against: 'bar', limit: 200 };
    const more = { search_days: DAYS };
    const first = await product.startScanner();
    const { mailboxes } = await searchToEnd(product, ids, { more });
    // The hostile mails are left out, so their mailbox is incomplete.
    const unread = mailboxes.filter(({ status }) => status !== 'ok' && status !== 'incomplete');
    if (unread.length > 0) throw new Error(`a mailbox was not read: ${unread[0]?.message}`);
    const scan = peakMemory(first.pid);
    // One operator may run three searches at a time.
    const tokens = await product.addOperators(Math.ceil(SEARCHES / 3));
    await Promise.all(
      Array.from({ length: SEARCHES }, (_, i) => {
        const operator = { url: product.url, token: tokens[i % tokens.length] ?? '' };
        // A search for the same words would read new mails only.
        const search_keywords = ['e', `search ${i}`];
        return searchToEnd(operator, [ids[i % ids.length] ?? 0], {
          more: { ...more, search_keywords },
        });
      }),
    );
    return [
      {
        ...row,
        what: `scanner memory, 10 x 2,000 mails with ${hostile.size} hostile ones of ${MEGABYTES} MB in each`,
        measured: scan,
      },
      {
        ...row,
        what: `scanner memory, ${SEARCHES} searches of them at once after that`,
        measured: peakMemory(first.pid),
      },
    ];
  } finally {
    await product.stop();
    await server.stop();
  }
};
