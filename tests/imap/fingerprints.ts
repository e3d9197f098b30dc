import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every mail of a Maildir with its flags (in the name) and its arrival (the file's time, INTERNALDATE). */
export function fingerprints(maildir: string): string[] {
  return ['cur', 'new']
    .flatMap((folder) =>
      readdirSync(join(maildir, folder)).map(
        (name) =>
          `${name.replace(/,[SW]=\d+/g, '')} ${Math.floor(statSync(join(maildir, folder, name)).mtimeMs)}`,
      ),
    )
    .sort();
}
