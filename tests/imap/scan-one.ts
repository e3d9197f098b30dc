import type { FoundCode, MailboxReport } from '../../shared/presale-codes/events.ts';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import type { MailboxAccess, ScanQuery } from '../../shared/scanners/protocol.ts';
import type { NetworkPolicy } from '../../sidecar/mailbox/connect.ts';
import { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import type { Reader } from '../../sidecar/reader/protocol.ts';
import { readBatch } from '../../sidecar/reader/read-batch.ts';
import { scanMailbox } from '../../sidecar/scan/scan-mailbox.ts';
import type { ScanMemory } from '../../sidecar/scan/scan-memory.ts';

/** Criteria for everything of the last week. */
export const BROAD: ScanQuery = { ...ANY_CODE, since: Date.now() - 7 * 24 * 3600_000 };

/** The mailbox of these tests on this machine. */
export const accessTo = (port: number, part: Partial<MailboxAccess> = {}): MailboxAccess => ({
  id: 1,
  user: 'a@x.example',
  host: 'localhost',
  port,
  password: 'correct-horse',
  ...part,
});

export const newPool = (policy: Partial<NetworkPolicy> = {}): ConnectionPool =>
  new ConnectionPool({ allowPrivate: true, ...policy }, { atOnce: 8, perHost: 8 });

/** Reads mails without a thread, so that a test can access the reader. */
export const directReader: Reader = { read: async (batch) => readBatch(batch) };

/** Scans one mailbox and returns its report with the found codes. */
export async function scanOne(
  pool: ConnectionPool,
  access: MailboxAccess,
  query: ScanQuery = BROAD,
  reader: Reader = directReader,
  memory?: ScanMemory,
): Promise<MailboxReport & { codes: FoundCode[] }> {
  const codes: FoundCode[] = [];
  const scanner = { pool, reader, ...(memory && { memory }) };
  const report = await scanMailbox(scanner, access, query, new AbortController().signal, {
    progress: () => undefined,
    code: ({ found }) => codes.push(found),
  });
  return { ...report, codes };
}
