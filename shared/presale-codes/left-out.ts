import * as z from 'zod/mini';

/** Why a mail of a mailbox, or a part of it, was not read. */
export const leftOutReason = z.enum([
  /** It broke the connection, the reader or its time limit. */
  'unreadable',
  /** The server did not deliver it. */
  'not_delivered',
  /** The folder holds more mails of the period than are read. */
  'beyond_newest',
  /** It has more text parts than are read. */
  'too_many_parts',
  /** A part is larger than what is read of it. */
  'part_too_large',
  /** A part has more lines, links or possible codes than are read. */
  'text_too_long',
  /** The letters of a part may be wrong. */
  'unknown_charset',
  /** A part that is declared as text holds something else. */
  'not_text',
  /** The folder could not be opened; its mails are not counted. */
  'folder_closed',
]);
export type LeftOutReason = z.infer<typeof leftOutReason>;

/**
 * One folder of a mailbox: mails of the period, those that were read, and those that were left out, whole or in part.
 */
export const folderReport = z.object({
  path: z.string(),
  listed: z.int(),
  read: z.int(),
  left_out: z.array(z.object({ reason: leftOutReason, mails: z.int() })),
});
export type FolderReport = z.infer<typeof folderReport>;
