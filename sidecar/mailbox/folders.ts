import type { ImapFlow, ListResponse, MailboxObject } from 'imapflow';
import {
  FOLDER_LIMITS,
  type FolderKind,
  folderKind,
  type MailboxFolder,
} from '../../shared/mailboxes/schema.ts';
import { LIMITS } from '../limits.ts';
import { isRefusal, MailboxError } from './mailbox-error.ts';

export const INBOX = 'INBOX';

/** Names of junk folders that the library's table of special folders does not have. */
const JUNK_NAMES =
  /^(?:bulk|bulk[- _]?mail|quarantine|quarant[aä]ne|quarantaine|cuarentena|unerw(?:ü|ue)nscht(?:e (?:e-?mails?|werbung))?|spam[- _]?(?:verdacht|mail|ordner|folder)?|junk[- _]?(?:e-?mail|mail|folder)?|werbung|ind[ée]sirables?|ongewenst.*|lixo|迷惑メール.*|スパム|垃圾.*|广告邮件|спам|нежелательн.*)$/iu;

/**
 * Opens a folder read-only. The library lists a folder before it opens it, and caches the list: an
 * entry that is added here opens the folder of a server that refuses to list, and saves a command
 * on others.
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

/** Folders by connection, because they seldom change while a connection is open. */
const foldersOf = new WeakMap<ImapFlow, ScannedFolders>();

const canOpen = ({ flags }: ListResponse): boolean =>
  !flags.has('\\Noselect') && !flags.has('\\NonExistent');

/**
 * The junk folders: those that the server marks, otherwise those with a usual name in any language.
 */
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

/** The folders that an operator chose; otherwise the inbox and the junk folders. */
export async function foldersToScan(
  client: ImapFlow,
  chosen: readonly string[] | null,
): Promise<ScannedFolders> {
  if (chosen !== null) return { paths: inOrder(chosen), isComplete: true };
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

/** The inbox first, because new mails arrive there. */
const inOrder = (paths: readonly string[]): string[] =>
  paths.toSorted((a, b) => Number(b === INBOX) - Number(a === INBOX));

const KINDS: ReadonlyMap<string | undefined, FolderKind> = new Map([
  ['\\Inbox', 'inbox'],
  ['\\Archive', 'archive'],
  ['\\All', 'all'],
  ['\\Sent', 'sent'],
]);
const ORDER = folderKind.options;

const byName = new Intl.Collator('en', { numeric: true });

/**
 * The folders of a mailbox that can be opened, with the number of their mails: those with a purpose first, the others by
 * name.
 * @throws MailboxError `no_folders` if the server lists none.
 */
export async function listFolders(client: ImapFlow): Promise<MailboxFolder[]> {
  const listed = await client.list().catch((error: unknown) => {
    throw isRefusal(error) ? new MailboxError('no_folders', client.host) : error;
  });
  const folders = listed.filter(
    (folder) => canOpen(folder) && folder.path !== '' && folder.path.length <= FOLDER_LIMITS.path,
  );
  const junk = new Set(junkOf(folders));
  const kindOf = ({ path, specialUse }: ListResponse): FolderKind => {
    if (path.toUpperCase() === INBOX) return 'inbox';
    return junk.has(path) ? 'junk' : (KINDS.get(specialUse) ?? 'other');
  };
  const shown = folders
    .map((folder): MailboxFolder => ({ path: folder.path, kind: kindOf(folder), mails: null }))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || byName.compare(a.path, b.path))
    .slice(0, FOLDER_LIMITS.listed);
  let characters = 0;
  const end = shown.findIndex(({ path }) => {
    characters += path.length;
    return characters > LIMITS.listedCharacters;
  });
  if (end >= 0) shown.length = end;
  await countMails(client, shown);
  return shown;
}

/**
 * Counts the mails of folders. A server may open each folder for that, which takes a minute for
 * some thousands: a few are counted in one command, more are counted one by one for a limited time.
 */
async function countMails(client: ImapFlow, folders: readonly MailboxFolder[]): Promise<void> {
  if (client.capabilities.has('LIST-STATUS') && folders.length <= LIMITS.countedAtOnce) {
    const listed = await client.list({ statusQuery: { messages: true } });
    const counts = new Map(listed.map(({ path, status }) => [path, status?.messages]));
    for (const folder of folders) folder.mails = counts.get(folder.path) ?? null;
    return;
  }
  const until = performance.now() + LIMITS.countingMs;
  for (const folder of folders) {
    if (performance.now() > until) return;
    try {
      const status = await client.status(folder.path, { messages: true });
      folder.mails = status === false ? null : (status.messages ?? null);
    } catch (error) {
      // A folder that the server does not count is listed without a number.
      if (!isRefusal(error)) throw error;
    }
  }
}
