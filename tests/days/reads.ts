import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A mail whose text was requested, and when, in milliseconds since the epoch. */
export interface Read {
  /** Mailbox, folder and uid. */
  mail: string;
  at: number;
}

/** `1:3,7` as a list. */
function numbersOf(set: string): number[] {
  return set.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split(':').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

/** The mails of a user whose texts clients have requested, as the mail server has recorded their commands. */
export function readsOf(folder: string, user: string): Read[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.in'));
  return files.flatMap((name) => {
    let open = '';
    const reads: Read[] = [];
    for (const line of readFileSync(join(folder, name), 'latin1').split('\n')) {
      const [, seconds = '', command = ''] = /^(\d+\.\d+) (.*)/.exec(line) ?? [];
      open = /^\S+ EXAMINE "?([^"\r]*)/.exec(command)?.[1] ?? open;
      const set = /^\S+ UID FETCH (\S+) \(.*BODY\.PEEK\[\d/.exec(command)?.[1];
      for (const uid of set === undefined ? [] : numbersOf(set))
        reads.push({ mail: `${user} ${open} ${uid}`, at: Number(seconds) * 1000 });
    }
    return reads;
  });
}

/** Mails that were read again although nothing was killed after they were read before. */
export function unexplained(reads: readonly Read[], kills: readonly number[]): string[] {
  const byMail = Map.groupBy(reads, ({ mail }) => mail);
  return [...byMail].flatMap(([mail, all]) => {
    const times = all.map(({ at }) => at).sort((a, b) => a - b);
    return times.slice(1).flatMap((at, index) => {
      const before = times[index] ?? 0;
      const isExplained = kills.some((kill) => kill >= before && kill <= at);
      return isExplained ? [] : [`${mail} was read at ${before} and again at ${at}`];
    });
  });
}
