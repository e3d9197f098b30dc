import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import { ReaderThread } from '../../sidecar/reader/reader-thread.ts';
import { runScan } from '../../sidecar/scan/scan-job.ts';
import { searchToEnd } from '../imap/client.ts';
import { type MailServer, missingDovecot } from '../imap/dovecot.ts';
import { newsletter } from '../imap/newsletters.ts';
import { type Product, startProduct } from '../imap/product.ts';
import { BROAD } from '../imap/scan-one.ts';
import { type Measure, percentile, type Row } from './harness/row.ts';
import { connectMailboxes, DAYS, startMailboxes, USERS } from './harness/scan-world.ts';

const RUNS = 5;
const WARM_UP = 2;
const since = (): Date => new Date(Date.now() - DAYS * 24 * 3600_000);

/** Most mails contain this word. */
const KEYWORD = 'e';

/**
 * The simple way, with imapflow and mailparser: it reads one mailbox after the other, fetches the
 * recent mails of a folder in one command, decodes each of them, and looks for the keyword in its
 * subject and text. It finds no codes.
 */
async function scanWithMailparser(server: MailServer): Promise<{ ms: number; matched: number }> {
  let matched = 0;
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
      const found = await client.search({ since: since() }, { uid: true });
      if (!found || found.length === 0) continue;
      for await (const { source } of client.fetch(found, { source: true }, { uid: true })) {
        if (source === undefined) continue;
        const options = { skipTextToHtml: true, keepCidLinks: true };
        const { subject = '', text = '' } = await simpleParser(source, options);
        if (`${subject}\n${text}`.toLowerCase().includes(KEYWORD)) matched += 1;
      }
    }
    await client.logout();
  }
  return { ms: performance.now() - startedAt, matched };
}

/**
 * An artist whom no mail names, because most mails of a mailbox do not name the artist of a search.
 */
const UNNAMED = 'Night Parade of Nowhere';

/** Scans all mailboxes in this process, without API, desk and database. */
async function scanAlone(
  server: MailServer,
  reader: ReaderThread,
  keyword = KEYWORD,
): Promise<number> {
  const pool = new ConnectionPool({ allowPrivate: true }, { atOnce: 8, perHost: 3 });
  const mailboxes = USERS.map((user, id) => ({
    id,
    user,
    host: 'localhost',
    port: server.plainPort,
    password: server.password,
  }));
  const query = { ...BROAD, keywords: [keyword], since: since().getTime() };
  const job = { type: 'scan' as const, job: 'bench', withinMs: 170_000, mailboxes, query };
  const startedAt = performance.now();
  await runScan({ pool, reader }, job, new AbortController().signal, () => undefined);
  const ms = performance.now() - startedAt;
  pool.close();
  return ms;
}

/** Searches all mailboxes through the product, over the connections that are open. */
async function search(product: Product, ids: readonly number[]) {
  // A search for the same words would read new mails only.
  const search_keywords = [KEYWORD, crypto.randomUUID()];
  const startedAt = performance.now();
  const more = { search_keywords, search_days: DAYS };
  const { mailboxes } = await searchToEnd(product, ids, { more });
  const ms = performance.now() - startedAt;
  const failed = mailboxes.find(({ status }) => status !== 'ok');
  if (failed) throw new Error(`a mailbox could not be read: ${failed.message}`);
  return { ms, matched: mailboxes.reduce((sum, { matched }) => sum + matched, 0) };
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

/**
 * The mails of a row, and the longest time of a scan as a share of the time of imapflow with
 * mailparser.
 */
const KINDS = {
  labelled: { name: 'short, all different', share: 0.3 },
  newsletters: {
    name: 'HTML newsletters of twenty senders, nine of ten with a code',
    share: 0.5,
    recentMail: (mailbox: number, index: number) => newsletter(mailbox * 1000 + index),
  },
} as const;

/** Seconds of processor time that this process has used, all its threads together. */
const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

async function rowsOf(kind: keyof typeof KINDS): Promise<Row[]> {
  const { name, share, ...mails } = KINDS[kind];
  const server = await startMailboxes(mails);
  const product = await startProduct();
  const reader = new ReaderThread();
  try {
    const ids = await connectMailboxes(product, server);
    await product.startScanner();
    // First an unmeasured run: the server builds its index, which all programs use, and all
    // programs warm up.
    for (let run = 0; run < WARM_UP; run++) {
      await scanWithMailparser(server);
      await searchToEnd(product, ids, { more: { search_days: DAYS } });
      await scanAlone(server, reader);
    }
    const times: Record<'peer' | 'cold' | 'kept' | 'alone' | 'unnamed', number[]> = {
      peer: [],
      alone: [],
      unnamed: [],
      cold: [],
      kept: [],
    };
    const processor: Record<'alone' | 'peer', number[]> = { alone: [], peer: [] };
    let [matched, decoded] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const beforePeer = processorSeconds();
      const peer = await scanWithMailparser(server);
      processor.peer.push(processorSeconds() - beforePeer);
      times.peer.push(peer.ms);
      decoded = peer.matched;
      server.disconnectAll();
      const cold = await search(product, ids);
      times.cold.push(cold.ms);
      matched = cold.matched;
      times.kept.push((await search(product, ids)).ms);
      const beforeScan = processorSeconds();
      times.alone.push(await scanAlone(server, reader));
      processor.alone.push(processorSeconds() - beforeScan);
      times.unnamed.push(await scanAlone(server, reader, UNNAMED));
    }
    const seconds = (samples: number[]) => percentile(samples, 0.5) / 1000;
    const what = `10 x 2,000 mails, ${matched} matching, ${name}; 8 mailboxes at once, 3 per host`;
    const about = { what: `search of ${what}`, measured: seconds(times.cold), unit: 's' };
    const measured = [
      { what: `scanner alone, ${what}`, measured: seconds(times.alone) },
      {
        what: `scanner alone, a keyword that no mail has, ${what}`,
        measured: seconds(times.unnamed),
      },
      { what: `search over kept connections of ${what}`, measured: seconds(times.kept) },
      about,
    ];
    const rows = measured.map(
      (row): Row => ({
        unit: 's',
        ...row,
        against: `${share} of imapflow with mailparser, ${decoded} matching, no codes`,
        limit: seconds(times.peer) * share,
      }),
    );
    rows.push({
      what: `scanner alone, processor time, ${what}`,
      measured: percentile(processor.alone, 0.5),
      unit: 's',
      against: `processor time of imapflow with mailparser, ${decoded} matching, no codes`,
      limit: percentile(processor.peer, 0.5),
    });
    // A download takes a minute, and longer with newsletters.
    if (kind === 'newsletters') return rows;
    if (!existsSync('/usr/bin/mbsync')) {
      console.log('mbsync is not installed (apt-get install isync): not compared.');
      return rows;
    }
    const limit = ((await downloadAll(server)) * 0.2) / 1000;
    return [...rows, { ...about, against: 'a fifth of mbsync downloading everything', limit }];
  } finally {
    await reader.stop();
    await product.stop();
    await server.stop();
  }
}

/**
 * Searches ten mailboxes through the whole product (API, desk, scanner, mail server) beside simpler
 * ways of reading them. Searches start without a connection, except in the rows over open
 * connections. A search also finds the codes in all mails, which the simpler ways do not. The
 * figures are medians.
 */
export const measure: Measure = async () => {
  if (missingDovecot() !== null) {
    console.log(`Scans are not measured: ${missingDovecot()}`);
    return [];
  }
  return [...(await rowsOf('labelled')), ...(await rowsOf('newsletters'))];
};
