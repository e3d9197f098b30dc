/**
 * The data of each release: a small database as SQL, which `npm run release-data` writes before a
 * release and which is never changed afterwards. Tests start the current code with it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createClient } from '@libsql/client/web';
import type { DatabaseTarget } from '../../scripts/services/database-target.ts';

const FOLDER = new URL('./', import.meta.url);

/** The keys with which the data of every release is sealed and signed. */
export const RELEASE_KEYS = {
  DATA_KEY: `releases:${Buffer.alloc(32, 1).toString('base64')}`,
  TOKEN_SECRET: 'a-secret-for-the-data-of-releases-only',
};

/** Values that the data of every release contains. */
export const FACTS = {
  operator: { email: 'mara@desk.test', password: 'the data of releases open with this' },
  queue: 'tour-1',
  accounts: ['nico.1@gmx.test', 'chloe.2@gmail.test', 'ines.3@proton.test'],
  category: 'Elite',
  card: '4242424242424242',
  cvv: '123',
  mailbox: 'mara@desk.test',
  /** A mailbox that signs in at Microsoft. */
  signedIn: 'ines@outlook.test',
  artist: 'Northern Lanterns',
  price: 'https://www.axs.com/events/60000/northern-lanterns',
  rule: 'Lanterns in Germany',
  watch: 'Lanterns at night',
  work: { title: 'Northern Lanterns, Friday', rows: ['nico.1@gmx.test'] },
  channel: 'Night shift',
  token: 'Night export',
} as const;

/** The versions with stored data, in no order. */
export const releases = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length));

export const fileOf = (version: string): URL => new URL(`${version}.sql`, FOLDER);

/** Writes the data of a release into an empty database. */
export async function loadRelease(
  version: string,
  { url, authToken = '' }: DatabaseTarget,
): Promise<void> {
  const client = createClient({ url, authToken });
  try {
    await client.executeMultiple(readFileSync(fileOf(version), 'utf8'));
  } finally {
    client.close();
  }
}
