import type { ImapFlow } from 'imapflow';

const JUNK_NAMES =
  /^(?:junk|spam|bulk mail|junk e-?mail|junk mail|courrier ind[ée]sirable|ind[ée]sirables|pourriel|spamverdacht|correo no deseado|posta indesiderata|ongewenste e-?mail|lixo(?: eletr[ôo]nico)?|skr[äa]ppost)$/i;

/** Folders by connection: they seldom change while a connection is open. */
const known = new WeakMap<ImapFlow, string[]>();

/** INBOX and the junk folder, by its special use or, where servers name none, by its usual names. */
export async function foldersToScan(client: ImapFlow): Promise<string[]> {
  const before = known.get(client);
  if (before) return before;
  const folders = await client.list({ listOnly: true });
  const canOpen = folders.filter(
    (folder) => !folder.flags.has('\\Noselect') && !folder.flags.has('\\NonExistent'),
  );
  const junk =
    canOpen.find((folder) => folder.specialUse === '\\Junk') ??
    canOpen.find((folder) => JUNK_NAMES.test(folder.name));
  const found = junk ? ['INBOX', junk.path] : ['INBOX'];
  known.set(client, found);
  return found;
}
