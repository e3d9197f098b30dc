/** The operator's choice for one kind of character in the code. */
export type Presence = 'obligatory' | 'may' | 'no';

export interface CodeRequirements {
  minLength: number;
  maxLength: number;
  numbers: Presence;
  capitals: Presence;
  specials: Presence;
  /** Special characters that may occur; empty means any. */
  allowedSpecials: string;
  /** Codes to exclude, compared in any letter case. */
  excluded: readonly string[];
}

const agrees = (presence: Presence, isThere: boolean): boolean =>
  presence === 'may' || (presence === 'obligatory') === isThere;

/** Whether the search excludes this code by name. */
export const isExcluded = (
  code: string,
  { excluded }: Pick<CodeRequirements, 'excluded'>,
): boolean => excluded.some((word) => word.toLowerCase() === code.toLowerCase());

/** Whether a code has the required shape. Length counts every character; a blank counts as special. */
export function meetsRequirements(code: string, required: CodeRequirements): boolean {
  const characters = [...code];
  if (characters.length < required.minLength || characters.length > required.maxLength)
    return false;
  const specials = characters.filter((char) => !/[\p{L}\p{M}\p{N}]/u.test(char));
  const isAllowed =
    required.specials === 'no' ||
    required.allowedSpecials === '' ||
    specials.every((char) => required.allowedSpecials.includes(char));
  return (
    isAllowed &&
    !isExcluded(code, required) &&
    agrees(required.numbers, /\p{N}/u.test(code)) &&
    agrees(required.capitals, /\p{Lu}/u.test(code)) &&
    agrees(required.specials, specials.length > 0)
  );
}
