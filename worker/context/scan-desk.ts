import * as z from 'zod/mini';
import { mailboxAuth } from '../../shared/mailboxes/schema.ts';
import { scanQuery } from '../../shared/scanners/protocol.ts';

/** A mailbox of a job. The password or access token stays sealed until it is sent to a scanner. */
const jobMailbox = z.object({
  id: z.int(),
  user: z.string(),
  host: z.string(),
  port: z.int(),
  auth: z._default(mailboxAuth, 'password'),
  sealed: z.string(),
  /**
   * Why no scanner can open it, in a sentence for operators; `isLasting` if another attempt would
   * fail too.
   */
  refusal: z.optional(z.object({ message: z.string(), isLasting: z.boolean() })),
  sealRow: z.string(),
  folders: z.optional(z.nullable(z.array(z.string()))),
});
export type JobMailbox = z.infer<typeof jobMailbox>;

const work = { id: z.string(), withinMs: z.number(), mailboxes: z.array(jobMailbox) };

/** A job as a service passes it on. A job with the same id is joined, not repeated. */
export const deskJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scan'), ...work, query: scanQuery }),
  z.object({ kind: z.literal('probe'), ...work }),
  z.object({ kind: z.literal('folders'), ...work }),
  /** `mail` identifies the mail in the only mailbox of the job. */
  z.object({ kind: z.literal('fetch'), ...work, mail: z.string() }),
]);
export type DeskJob = z.infer<typeof deskJob>;

/** A mailbox that a scanner watches, with an identifier of its current set of watches. */
export const watchedMailbox = z.extend(jobMailbox, { revision: z.string() });
export type WatchedMailbox = z.infer<typeof watchedMailbox>;

/** A connected scanner: the name of its token, and since when (milliseconds since the epoch). */
export interface ConnectedScanner {
  name: string;
  since: number;
}

/** A scanner whose token is right: the token's name and hash. */
export interface AdmittedScanner {
  name: string;
  tokenHash: string;
}

/** The methods of the desk for the Worker. A scanner's socket goes through `fetch`. */
export interface ScanDeskMethods extends Rpc.DurableObjectBranded {
  fetch(request: Request): Promise<Response>;
  /**
   * Takes a job, or joins the one with this id. The stream is JSON lines of `SearchEvent`, first what happened so far.
   * The job is cancelled when its last listener leaves.
   */
  join(job: DeskJob, listener: string): Promise<ReadableStream<Uint8Array>>;
  /** Ends a listener's stream at once: the runtime reports a cancelled stream only at the next write. */
  leave(job: string, listener: string): Promise<void>;
  /** Whether the desk has this job, running or just ended. */
  hasJob(id: string): Promise<boolean>;
  connectedScanners(): Promise<ConnectedScanner[]>;
  /** Sends one scanner the message that readings of catalogues are due. */
  offerCatalogues(): Promise<void>;
  /** Has scanners watch exactly these mailboxes: new ones are assigned, others end, and changed ones are sent again. */
  watch(mailboxes: WatchedMailbox[]): Promise<void>;
  /** Closes the connections of scanners whose token is not in the list. */
  keepScanners(tokenHashes: string[]): Promise<void>;
}
