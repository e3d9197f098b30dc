import { compare } from '../../compare.ts';
import { accountKey } from '../keys.ts';

/**
 * An account that can be given events. `avgRatio` is the average of position / queue total; null for an account without
 * a queue.
 */
export interface PooledAccount {
  email: string;
  categories: readonly string[];
  avgRatio: number | null;
}

/**
 * Accounts as columns: 200,000 objects with a list of categories each would not fit into a Worker
 * beside their assignment. Accounts with the same categories share one list. Rows count from 0, in
 * the order of `add`.
 */
export class AccountTable implements Iterable<PooledAccount> {
  readonly #emails: string[] = [];
  readonly #keys: string[] = [];
  readonly #ratios: number[] = [];
  readonly #listOfRow: number[] = [];
  readonly #listOfText = new Map<string, number>();
  readonly #lists: (readonly string[])[] = [];

  get size(): number {
    return this.#emails.length;
  }

  /** The distinct lists of categories. */
  get lists(): readonly (readonly string[])[] {
    return this.#lists;
  }

  /**
   * Adds an account whose e-mail no other row has.
   * @param listText equal for equal categories; `readList` is called once for each text
   */
  add(
    email: string,
    avgRatio: number | null,
    listText: string,
    readList: (text: string) => readonly string[],
  ): void {
    let list = this.#listOfText.get(listText);
    if (list === undefined) {
      list = this.#lists.push(readList(listText)) - 1;
      this.#listOfText.set(listText, list);
    }
    const key = accountKey(email);
    this.#emails.push(email);
    // Nearly all keys equal their e-mail: one string in memory instead of two.
    this.#keys.push(key === email ? email : key);
    this.#ratios.push(avgRatio ?? Number.POSITIVE_INFINITY);
    this.#listOfRow.push(list);
  }

  /** The index of the row's categories in `lists`. */
  listOf(row: number): number {
    return this.#listOfRow[row] ?? 0;
  }

  accountAt(row: number): PooledAccount {
    const ratio = this.#ratios[row] ?? Number.POSITIVE_INFINITY;
    return {
      email: this.#emails[row] ?? '',
      categories: this.#lists[this.listOf(row)] ?? [],
      avgRatio: ratio === Number.POSITIVE_INFINITY ? null : ratio,
    };
  }

  /** Orders two rows: the lower average ratio first, untested accounts after all tested ones, ties by e-mail. */
  readonly compareRows = (a: number, b: number): number =>
    compare(this.#ratios[a] ?? 0, this.#ratios[b] ?? 0) ||
    compare(this.#keys[a] ?? '', this.#keys[b] ?? '');

  *[Symbol.iterator](): Generator<PooledAccount> {
    for (let row = 0; row < this.size; row++) yield this.accountAt(row);
  }
}
