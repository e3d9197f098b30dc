import * as z from 'zod/mini';

/** The files of DATA_DIR that grow, in bytes. */
export const diskUse = z.object({
  /** The database itself. */
  data_bytes: z.int(),
  /** The log of the last changes, until they are written into the database. */
  write_ahead_log_bytes: z.int(),
  /** The libSQL server keeps changes for replicas, first in a log, then as snapshots. */
  replication_log_bytes: z.int(),
  snapshot_bytes: z.int(),
  /** Logs of the programs, and the state of the Workers runtime. */
  other_bytes: z.int(),
});
export type DiskUse = z.infer<typeof diskUse>;

/** The files beside the data may be at most this many times as large as the data. */
const MOST_TIMES = 2;
/** Smaller sizes are not worth a note, however small the data is. */
const WORTH_A_NOTE_BYTES = 500e6;

/** All bytes beside the data. */
const bytesBeside = ({ data_bytes: _, ...beside }: DiskUse): number =>
  Object.values(beside).reduce((sum, bytes) => sum + bytes, 0);

/** A sentence if the files beside the data take more than they should; null otherwise. */
export function diskProblem(use: DiskUse): string | null {
  const beside = bytesBeside(use);
  if (beside < WORTH_A_NOTE_BYTES || beside <= MOST_TIMES * use.data_bytes) return null;
  const parts = [
    ['write-ahead log', use.write_ahead_log_bytes],
    ['replication log', use.replication_log_bytes],
    ['snapshots', use.snapshot_bytes],
    ['other files', use.other_bytes],
  ] as const;
  const [name, bytes] = parts.reduce((most, part) => (part[1] > most[1] ? part : most));
  return `The files beside the database take ${inGb(beside)} on disk, more than twice its ${inGb(use.data_bytes)}: most of it is the ${name} (${inGb(bytes)}). It shrinks a few minutes after a large change; if it does not, restart the product.`;
}

const inGb = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
