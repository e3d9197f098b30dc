import { countOf } from '../numbers.ts';
import { isBareAddress, readMixedAddress } from '../pasted-accounts/address.ts';
import { PROFILE_COLUMNS } from './schema.ts';

/** A step that gives a row the right number of cells. `at` counts the cells of the row before the step. */
export type ColumnStep =
  /** The cell and the next one are one value. */
  | { kind: 'join'; at: number }
  /** An empty cell is put before this one; `at` may be the number of cells. */
  | { kind: 'insert'; at: number }
  | { kind: 'remove'; at: number };

/** The cells of a row after a step. Cells that are joined have a comma between them. */
export function takeStep(cells: readonly string[], { kind, at }: ColumnStep): string[] {
  if (kind === 'insert') return cells.toSpliced(at, 0, '');
  if (kind === 'remove') return cells.toSpliced(at, 1);
  const joined = cells.slice(at, at + 2).map((cell) => cell.trim());
  return cells.toSpliced(at, 2, joined.filter((cell) => cell !== '').join(', '));
}

const EXPECTED = PROFILE_COLUMNS.length;
const EMAIL_AT = PROFILE_COLUMNS.findIndex(({ key }) => key === 'email');
const PASSWORD_AT = PROFILE_COLUMNS.findIndex(({ key }) => key === 'password');
const SECRETS_AT = PROFILE_COLUMNS.flatMap(({ key }, at) =>
  key === 'password' || key === 'card_number' || key === 'cvv' ? [at] : [],
);

/**
 * The cells of a row with a wrong number of them, as they may be shown. Cells may have moved, so a
 * cell that may be a password, a card number or a CVV is described instead.
 */
export function showCells(cells: readonly string[]): string[] {
  const missing = Math.max(0, EXPECTED - cells.length);
  const surplus = Math.max(0, cells.length - EXPECTED);
  // An address in its column shows that the password begins in its own column. The password may
  // contain commas.
  const startsInPlace = isBareAddress((cells[EMAIL_AT] ?? '').trim());
  const mayBe = (at: number, secret: number): boolean => {
    const before = secret === PASSWORD_AT && startsInPlace ? 0 : missing;
    return at >= secret - before && at <= secret + surplus;
  };
  return cells.map((cell, at) => {
    const text = cell.trim();
    if (text === '') return '';
    const isSecret = SECRETS_AT.some((secret) => mayBe(at, secret));
    if (!isSecret && !/\d{12}/.test(text.replace(/[ -]/g, '')))
      return readMixedAddress(text)?.masked ?? text;
    return /^[\d -]+$/.test(text)
      ? countOf(text.replace(/\D/g, '').length, 'digit')
      : countOf(text.length, 'character');
  });
}
