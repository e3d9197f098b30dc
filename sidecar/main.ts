/**
 * The scanner. Reads SCANNER_URL (the Worker), SCANNER_TOKEN, SCANNER_ALLOW_PRIVATE (1: mail servers on private
 * addresses, loopback: on this machine only), SCANNER_MAILBOXES and SCANNER_PER_HOST, and SCANNER_SIMULATED_MAIL_PORT (the
 * simulator's mail server on this machine). Private certificate authorities: NODE_EXTRA_CA_CERTS.
 */
import { CatalogueReader } from './catalogues/catalogue-reader.ts';
import { DeskConnection, isSafeAddress } from './desk-connection.ts';
import { LIMITS } from './limits.ts';
import { log } from './log.ts';
import type { AllowPrivate } from './mailbox/address-guard.ts';
import { ConnectionPool } from './mailbox/connection-pool.ts';
import { openReplaceToken } from './mailbox/replace-token.ts';
import { ReaderThread } from './reader/reader-thread.ts';
import { ScanMemory } from './scan/scan-memory.ts';
import { openWatchCalls } from './watches/desk-calls.ts';
import { IdleSlots } from './watches/idle-slots.ts';
import { WatchKeeper } from './watches/watch-keeper.ts';

const wholeNumber = (name: string, initial: number): number => {
  const value = Number(process.env[name] ?? initial);
  return Number.isInteger(value) && value >= 1 && value <= 64 ? value : initial;
};

function readAllowPrivate(text: string | undefined): AllowPrivate {
  return text === 'loopback' ? text : text === '1';
}

const url = process.env.SCANNER_URL ?? 'http://localhost:8787';
const token = process.env.SCANNER_TOKEN ?? '';
if (!isSafeAddress(url)) {
  process.stderr.write('SCANNER_URL must be https, except for a Worker on this machine.\n');
  process.exit(1);
}
if (token === '') {
  process.stderr.write('SCANNER_TOKEN is not set.\n');
  process.exit(1);
}

// Started now, because its patterns are compiled at their first use, and the first search must not
// wait for that.
const reader = new ReaderThread();
reader.start();

const pool = new ConnectionPool(
  {
    allowPrivate: readAllowPrivate(process.env.SCANNER_ALLOW_PRIVATE),
    simulatedMailPort: Number(process.env.SCANNER_SIMULATED_MAIL_PORT) || undefined,
  },
  {
    atOnce: wholeNumber('SCANNER_MAILBOXES', LIMITS.mailboxesAtOnce),
    perHost: wholeNumber('SCANNER_PER_HOST', LIMITS.mailboxesPerHost),
  },
  openReplaceToken({ url, token }),
);
const catalogues = new CatalogueReader({ url, token });
const watches = new WatchKeeper({
  pool,
  reader,
  times: LIMITS,
  calls: openWatchCalls({ url, token }),
  slots: new IdleSlots(),
});
const connection = new DeskConnection({
  url,
  token,
  scanner: { pool, reader, memory: new ScanMemory() },
  catalogues,
  watches,
});
connection.start();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    log('stopping');
    connection.stop();
    watches.stop();
    pool.close();
    void reader.stop();
    void catalogues.stop();
    // Sockets that are sending their last packets must not delay the end of the process.
    setTimeout(() => process.exit(0), 300).unref();
  });
}
