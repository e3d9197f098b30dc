import { allMatches } from '../../shared/text.ts';

/** Stretches of one text, in their order. */
export class Spans {
  private readonly froms: number[] = [];
  private readonly tos: number[] = [];

  /** All matches of a pattern, which must be global. */
  static of(text: string, pattern: RegExp): Spans {
    const spans = new Spans();
    for (const match of allMatches(text, pattern))
      spans.add(match.index, match.index + match[0].length);
    return spans;
  }

  /** Adds one that begins where the last one ends, or later. */
  add(from: number, to: number): void {
    this.froms.push(from);
    this.tos.push(to);
  }

  /** Where the last one ends. */
  get end(): number {
    return this.tos.at(-1) ?? 0;
  }

  /** How many there are. */
  get all(): number {
    return this.froms.length;
  }

  /** How many lie wholly within [from, to). */
  count(from: number, to: number): number {
    let sum = 0;
    for (let i = this.firstFrom(from); i < this.froms.length && (this.froms[i] ?? 0) < to; i++)
      if ((this.tos[i] ?? 0) <= to) sum++;
    return sum;
  }

  has(from: number, to: number): boolean {
    for (let i = this.firstFrom(from); i < this.froms.length && (this.froms[i] ?? 0) < to; i++)
      if ((this.tos[i] ?? 0) <= to) return true;
    return false;
  }

  /** The last one wholly within [from, to). */
  last(from: number, to: number): { from: number; to: number } | null {
    for (let i = this.firstFrom(to) - 1; i >= 0 && (this.froms[i] ?? 0) >= from; i--)
      if ((this.tos[i] ?? 0) <= to) return { from: this.froms[i] ?? 0, to: this.tos[i] ?? 0 };
    return null;
  }

  /** The first one wholly within [from, to). */
  first(from: number, to: number): { from: number; to: number } | null {
    for (let i = this.firstFrom(from); i < this.froms.length && (this.froms[i] ?? 0) < to; i++)
      if ((this.tos[i] ?? 0) <= to) return { from: this.froms[i] ?? 0, to: this.tos[i] ?? 0 };
    return null;
  }

  /** How thickly they lie around [from, to): each counts less the farther it is, at most 2 in all. */
  density(from: number, to: number, reach: number): number {
    let sum = 0;
    for (let i = this.firstFrom(from - 4 * reach); i < this.froms.length; i++) {
      const start = this.froms[i] ?? 0;
      if (start > to + 4 * reach) break;
      const gap = start >= to ? start - to : from - (this.tos[i] ?? 0);
      if (gap >= 0) sum += Math.exp(-gap / reach);
    }
    return Math.min(2, sum);
  }

  /** Index of the first that begins at `at` or later. */
  private firstFrom(at: number): number {
    let low = 0;
    let high = this.froms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.froms[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
