import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import type { ScanQuery } from '../../shared/scanner.ts';
import { findCodes } from '../../sidecar/code-finder/find-codes.ts';
import { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import { planParts } from '../../sidecar/mailbox/structure.ts';
import { runScan } from '../../sidecar/scan/scan-job.ts';
import { measure as figuresOf } from '../code-finder/figures.ts';
import { freshMails, labelledMails } from '../code-finder/labelled-mails.ts';
import { addMailboxes, searchToEnd } from '../imap/client.ts';
import { type MailServer, missingDovecot, startDovecot } from '../imap/dovecot.ts';
import { writeMaildir } from '../imap/maildir.ts';
import { startProduct } from '../imap/product.ts';
import type { Measure, Row } from './harness/row.ts';

const USERS = Array.from({ length: 10 }, (_, i) => `box${i}@x.example`);
const DAYS = 7;
const since = (): number => Date.now() - DAYS * 24 * 3600_000;

const query = (): ScanQuery => ({
  keywords: ['e'],
  mustInclude: [],
  caseSensitive: false,
  since: since(),
  minLength: 3,
  maxLength: 40,
  numbers: 'may',
  capitals: 'may',
  specials: 'may',
  allowedSpecials: '',
  excluded: [],
});

/** Scans all mailboxes. @returns milliseconds to the end and to the first code, and the mails that matched. */
async function scanAll(pool: ConnectionPool, server: MailServer) {
  const startedAt = performance.now();
  let firstMs = Number.POSITIVE_INFINITY;
  let matched = 0;
  const mailboxes = USERS.map((user, id) => ({
    id,
    user,
    host: 'localhost',
    port: server.plainPort,
    password: server.password,
  }));
  await runScan(
    pool,
    { type: 'scan', job: 'bench', withinMs: 170_000, mailboxes, query: query() },
    new AbortController(),
    (message) => {
      if (message.type === 'code') firstMs = Math.min(firstMs, performance.now() - startedAt);
      if (message.type === 'progress' && message.mailbox.status === 'ok')
        matched += message.mailbox.matched;
    },
  );
  return { ms: performance.now() - startedAt, firstMs, matched };
}

/** What one would write first: mailbox after mailbox, mail after mail, the same parts. Nothing is looked for in them. */
async function plainLoop(server: MailServer): Promise<number> {
  const startedAt = performance.now();
  for (const user of USERS) {
    const client = new ImapFlow({
      host: 'localhost',
      port: server.plainPort,
      secure: false,
      doSTARTTLS: false,
      auth: { user, pass: server.password },
      logger: false,
    });
    await client.connect();
    for (const folder of ['INBOX', 'Junk']) {
      await client.mailboxOpen(folder, { readOnly: true });
      const found = await client.search({ since: new Date(since()) }, { uid: true });
      for (const uid of Array.isArray(found) ? found : []) {
        const message = await client.fetchOne(
          String(uid),
          { envelope: true, bodyStructure: true },
          { uid: true },
        );
        if (!message) continue;
        for (const { key } of planParts(message.bodyStructure).parts)
          await client.download(String(uid), key, { uid: true }).then(async ({ content }) => {
            for await (const chunk of content ?? []) void chunk;
          });
      }
    }
    await client.logout();
  }
  return performance.now() - startedAt;
}

/** Downloads everything with mbsync (isync). */
async function downloadAll(server: MailServer): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'boxoffice-mbsync-'));
  const stanzas = USERS.map((user, i) => {
    mkdirSync(join(folder, `m${i}`));
    return `IMAPAccount a${i}\nHost 127.0.0.1\nPort ${server.plainPort}\nUser ${user}\nPass ${server.password}\nSSLType None\nAuthMechs LOGIN\n\nIMAPStore r${i}\nAccount a${i}\n\nMaildirStore l${i}\nPath ${folder}/m${i}/\nInbox ${folder}/m${i}/INBOX\nSubFolders Verbatim\n\nChannel c${i}\nFar :r${i}:\nNear :l${i}:\nPatterns INBOX Junk\nCreate Near\nSync Pull\nSyncState *\n`;
  });
  writeFileSync(join(folder, 'mbsyncrc'), stanzas.join('\n'), { mode: 0o600 });
  const startedAt = performance.now();
  const child = spawn('mbsync', ['-c', join(folder, 'mbsyncrc'), '-aq'], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  const ms = performance.now() - startedAt;
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`mbsync ended with ${code}`);
  return ms;
}

/** The most memory that a scanner took for fifty searches at once. */
async function scannerMemory(server: MailServer): Promise<number> {
  const product = await startProduct();
  try {
    const scanner = await product.startScanner();
    const ids = await addMailboxes(
      product,
      USERS.map((user) => ({
        user,
        host: 'localhost',
        port: server.plainPort,
        password: server.password,
      })),
    );
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => searchToEnd(product, [ids[i % ids.length] ?? 0])),
    );
    const status = readFileSync(`/proc/${scanner.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  } finally {
    await product.stop();
  }
}

function finderRows(): Row[] {
  const share = (what: string, measured: number, limit: number): Row => ({
    what: `${what} (limit is the least: shown as limit/measured)`,
    measured: limit / measured,
    unit: 'x',
    against: `bar ${limit}, measured ${measured.toFixed(3)}`,
    limit: 1,
  });
  return (['labelled', 'fresh'] as const).flatMap((set) => {
    const mails = set === 'labelled' ? labelledMails() : freshMails();
    const startedAt = performance.now();
    const figures = figuresOf(mails.map((mail) => ({ mail, guesses: findCodes(mail.lines) })));
    const msPerMail = (performance.now() - startedAt) / mails.length;
    return [
      share(`code finder, ${set}: recall at 0.5`, figures.recall, 0.95),
      share(`code finder, ${set}: precision at 0.5`, figures.precision, 0.95),
      share(`code finder, ${set}: precision at 0.8`, figures.precisionHigh, 0.98),
      share(`code finder, ${set}: silent mails without a code`, figures.silentNegatives, 0.95),
      {
        what: `code finder, ${set}: calibration error`,
        measured: figures.calibrationError,
        unit: '',
        against: 'bar',
        limit: 0.08,
      },
      {
        what: `code finder, ${set}: time per mail`,
        measured: msPerMail,
        unit: 'ms',
        against: 'bar for any mail',
        limit: 200,
      },
    ];
  });
}

/** Scanning ten mailboxes of 2,000 mails, 70 of each from the last week, beside two plain ways; and the code finder. */
export const measure: Measure = async () => {
  if (missingDovecot() !== null) {
    console.log(`Scans are not measured: ${missingDovecot()}`);
    return finderRows();
  }
  const finder = finderRows();
  const maildir = writeMaildir({ mails: 2000, recent: 70, recentDays: DAYS - 1, now: Date.now() });
  const server = await startDovecot(new Map(USERS.map((user) => [user, maildir])));
  const pool = new ConnectionPool({ allowPrivate: true }, { atOnce: 8, perHost: 8 });
  try {
    // Once unmeasured, so that the server's own index is there for everybody. No mail has been looked at by the
    // scanner before its measured scan; the ten mailboxes hold the same newsletters, as those of one team do.
    await plainLoop(server);
    const loopMs = await plainLoop(server);
    const cold = await scanAll(pool, server);
    const warm = await scanAll(pool, server);
    const rows: Row[] = [
      {
        what: `scan of 10 x 2,000 mails, ${cold.matched} matching, codes found`,
        measured: cold.ms / 1000,
        unit: 's',
        against: 'half of a plain imapflow loop',
        limit: (loopMs * 0.5) / 1000,
      },
      {
        what: 'the same with warm connections, first code',
        measured: warm.firstMs / 1000,
        unit: 's',
        against: 'bar',
        limit: 1,
      },
      {
        what: 'scanner memory, 50 searches at once',
        measured: await scannerMemory(server),
        unit: 'MiB',
        against: 'bar',
        limit: 200,
      },
    ];
    if (existsSync('/usr/bin/mbsync')) {
      const syncMs = await downloadAll(server);
      rows.push({
        what: 'the same scan, cold',
        measured: cold.ms / 1000,
        unit: 's',
        against: 'a fifth of mbsync downloading everything',
        limit: (syncMs * 0.2) / 1000,
      });
    } else console.log('mbsync is not installed (apt-get install isync): not compared.');
    return [...rows, ...finder];
  } finally {
    pool.close();
    await server.stop();
    execFileSync('rm', ['-rf', maildir]);
  }
};
