import type { ImapFlow, ListResponse, MailboxObject } from 'imapflow';
import { LIMITS } from '../limits.ts';
import { isRefusal } from './mailbox-error.ts';

export const INBOX = 'INBOX';

/** Names of junk folders that the library's table of special folders does not have. */
const JUNK_NAMES =
  /^(?:bulk|bulk[- _]?mail|quarantine|quarant[aä]ne|quarantaine|cuarentena|unerw(?:ü|ue)nscht(?:e (?:e-?mails?|werbung))?|spam[- _]?(?:verdacht|mail|ordner|folder)?|junk[- _]?(?:e-?mail|mail|folder)?|werbung|ind[ée]sirables?|ongewenst.*|lixo|迷惑メール.*|スパム|垃圾.*|广告邮件|спам|нежелательн.*)$/iu;

/**
 * Opens a folder read-only. The library lists a folder before it opens it, and keeps what it has listed: an entry made
 * here opens the folder of a server that refuses to list, and saves a command on others.
 */
export async function openFolder(client: ImapFlow, path: string): Promise<MailboxObject> {
  const listed: unknown = Reflect.get(client, 'folders');
  if (listed instanceof Map && !listed.has(path)) listed.set(path, { path, flags: new Set() });
  return client.mailboxOpen(path, { readOnly: true });
}

/** The folders of a mailbox that a search reads. */
export interface ScannedFolders {
  paths: string[];
  /** False if the server did not list its folders: only the inbox is known. */
  isComplete: boolean;
}

/** Folders by connection: they seldom change while a connection is open. */
const foldersOf = new WeakMap<ImapFlow, ScannedFolders>();

const canOpen = ({ flags }: ListResponse): boolean =>
  !flags.has('\\Noselect') && !flags.has('\\NonExistent');

/** The junk folders: those that the server marks, else those with the name of one in any language. */
function junkOf(folders: readonly ListResponse[]): string[] {
  const marked = folders.filter(({ flags }) => flags.has('\\Junk'));
  const named = folders.filter(
    ({ name, specialUse }) =>
      specialUse === '\\Junk' || JUNK_NAMES.test(name.normalize('NFKC').trim()),
  );
  return (marked.length > 0 ? marked : named)
    .map(({ path }) => path)
    .filter((path) => path.toUpperCase() !== INBOX)
    .slice(0, LIMITS.junkFolders);
}

/** The inbox and the junk folders. */
export async function foldersToScan(client: ImapFlow): Promise<ScannedFolders> {
  const before = foldersOf.get(client);
  if (before) return before;
  let folders: ScannedFolders;
  try {
    const listed = await client.list();
    folders = { paths: [INBOX, ...junkOf(listed.filter(canOpen))], isComplete: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    folders = { paths: [INBOX], isComplete: false };
  }
  foldersOf.set(client, folders);
  return folders;
}
