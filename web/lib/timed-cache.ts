import {
  readStored,
  removeStored,
  storedKeys,
  timestampOf,
  type Validate,
  writeStored,
} from './stored.ts';

/** Entries of localStorage that belong together by the beginning of their keys; each has a `timestamp` in milliseconds. */
export interface TimedCache<T extends { timestamp: number }> {
  read(name: string): T | null;
  /** @returns false when storage stays full even after older entries were dropped, or is blocked. */
  write(name: string, value: T): boolean;
  remove(name: string): void;
}

/**
 * A cache under the keys `{prefix}{name}`. When storage is full, the oldest half of its entries is dropped until the new one
 * fits (part 2, point 9).
 */
export function createTimedCache<T extends { timestamp: number }>(
  prefix: string,
  validate: Validate<T>,
): TimedCache<T> {
  return {
    read: (name) => readStored(prefix + name, validate),
    remove: (name) => removeStored(prefix + name),
    write(name, value) {
      const key = prefix + name;
      while (!writeStored(key, value)) {
        const others = keysByAge(prefix).filter((other) => other !== key);
        if (others.length === 0) return false;
        for (const old of others.slice(0, Math.ceil(others.length / 2))) removeStored(old);
      }
      return true;
    },
  };
}

/** The cache's keys, oldest first; entries that cannot be read count as the oldest. */
function keysByAge(prefix: string): string[] {
  return storedKeys(prefix)
    .map((key) => ({ key, age: readStored(key, timestampOf) ?? 0 }))
    .sort((a, b) => a.age - b.age)
    .map(({ key }) => key);
}
