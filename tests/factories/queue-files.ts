/** An account and its position. */
export type Position = [email: string, position: number];

const NAMES = ['mara', 'nico', 'chloe', 'ines', 'oskar', 'yara', 'diego', 'freya', 'luka', 'elin'];
const HOSTS = ['gmail.com', 'gmx.de', 'outlook.com', 'icloud.com', 'proton.me'];

/** E-mail addresses as in pools of accounts: distinct, in no order. */
export function emailsOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = (index * 7919) % count;
    return `${NAMES[index % NAMES.length]}.${number}@${HOSTS[index % HOSTS.length]}`;
  });
}

/** Numbers from 0 up to 1 that are the same in every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface FileSizes {
  files: number;
  rows: number;
  total: number;
  /** Files of another seed have other accounts. */
  seed?: number;
}

/** Queue files of distinct accounts, drawn at random, one after the other. */
export function* drawQueueFiles(
  emails: readonly string[],
  { files, rows, total, seed = 20261120 }: FileSizes,
): Generator<Position[]> {
  const random = seededRandom(seed);
  for (let file = 0; file < files; file += 1) {
    const drawn = new Set<number>();
    while (drawn.size < rows) drawn.add(Math.floor(random() * emails.length));
    yield [...drawn].map((index) => [emails[index] ?? '', 1 + Math.floor(random() * total)]);
  }
}

/** Like {@link drawQueueFiles}, but all at once. */
export const queueFilesOf = (emails: readonly string[], sizes: FileSizes): Position[][] => [
  ...drawQueueFiles(emails, sizes),
];
