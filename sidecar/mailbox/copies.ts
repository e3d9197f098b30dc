/** Slots of the table at first; always a power of two. */
const FIRST_SLOTS = 64;
/** The share of used slots from which on the table grows. */
const MOST_USED = 0.75;

/**
 * The mails of a mailbox that have been read, to find copies of one in several folders. They take 13 to 27 bytes each: a
 * folder may have two hundred thousand.
 */
export class Copies {
  /** The number of each folder, from 1 on. */
  private readonly numbers = new Map<string, number>();
  private readonly last: string | undefined;
  /** A hash table. Identities are digests, so that their lowest bits are evenly spread. */
  private identities = new Float64Array(FIRST_SLOTS);
  /** The number of the folder in which the mail of a slot was read; 0 marks a free slot. */
  private folders = new Uint16Array(FIRST_SLOTS);
  private count = 0;

  /** @param paths the folders in the order in which they are read */
  constructor(paths: readonly string[]) {
    this.last = paths.at(-1);
  }

  /**
   * Adds a mail that was read in a folder. A mail that was only listed is not added: if its folder
   * closes or does not deliver it, the copy in a later folder is read instead.
   */
  add(folder: string, identity: number): void {
    // No folder comes after the last one.
    if (identity === 0 || folder === this.last) return;
    const slot = this.slotOf(identity);
    if (this.folders[slot] !== 0) return;
    this.identities[slot] = identity;
    this.folders[slot] = this.numberOf(folder);
    this.count++;
    if (this.count > MOST_USED * this.folders.length) this.grow();
  }

  /** Whether the same mail was read in another folder. */
  isCopy(folder: string, identity: number): boolean {
    if (identity === 0) return false;
    const read = this.folders[this.slotOf(identity)] ?? 0;
    return read !== 0 && read !== this.numbers.get(folder);
  }

  private numberOf(folder: string): number {
    const number = this.numbers.get(folder) ?? this.numbers.size + 1;
    this.numbers.set(folder, number);
    return number;
  }

  /** The slot that contains an identity, or the free one for it. */
  private slotOf(identity: number): number {
    const { length } = this.folders;
    let slot = identity % length;
    while (this.folders[slot] !== 0 && this.identities[slot] !== identity)
      slot = (slot + 1) % length;
    return slot;
  }

  private grow(): void {
    const { identities, folders } = this;
    this.identities = new Float64Array(2 * identities.length);
    this.folders = new Uint16Array(2 * folders.length);
    for (const [at, folder] of folders.entries()) {
      if (folder === 0) continue;
      const identity = identities[at] ?? 0;
      const slot = this.slotOf(identity);
      this.identities[slot] = identity;
      this.folders[slot] = folder;
    }
  }
}
