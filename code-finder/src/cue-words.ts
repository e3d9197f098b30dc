/**
 * What one language contributes. Every entry is a regular-expression fragment for folded text
 * (lower case, accents removed) and must match in linear time: no nested repetition.
 */
export interface CueWords {
  /** Words for the code itself: code, password, keyword. Compounds ending in one count too. */
  nouns: string[];
  /** Words before or inside a noun that make it a code for buying early: presale, access, unlock. */
  early: string[];
  /** Words before, inside or after a noun that make it another kind of code: order, voucher, login. */
  other: string[];
  /** Verbs of entering: use, enter, type. */
  verbs: string[];
  /** What joins noun and code: is, reads, colon words. */
  copulas: string[];
  /** Small words allowed between verb, noun and code. */
  fillers: string[];
  /** What may follow a code that is to be entered: at checkout, when prompted. */
  afters: string[];
  /** The business of early tickets: presale, tickets, fan club, priority. */
  presale: string[];
  /** Money off goods: discount, merch, shop. */
  discount: string[];
  /** One-time passwords: expires in minutes, sign in, never share. */
  otp: string[];
  /** Orders, parcels, bills. */
  order: string[];
  /** The code is dead: expired, no longer, last year. */
  expired: string[];
  /** The code comes later, or there is none. */
  later: string[];
  /** Words that are never a code by themselves. */
  stop: string[];
}
