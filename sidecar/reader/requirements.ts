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
  /** Codes to drop, compared without case. */
  excluded: readonly string[];
}

const agrees = (presence: Presence, isThere: boolean): boolean =>
  presence === 'may' || (presence === 'obligatory') === isThere;

/** Whether a code has the required shape. Length counts every character; a blank counts as special. */
export function meetsRequirements(code: string, asked: CodeRequirements): boolean {
  const characters = [...code];
  if (characters.length < asked.minLength || characters.length > asked.maxLength) return false;
  const specials = characters.filter((char) => !/[\p{L}\p{M}\p{N}]/u.test(char));
  const isAllowed =
    asked.specials === 'no' ||
    asked.allowedSpecials === '' ||
    specials.every((char) => asked.allowedSpecials.includes(char));
  const isExcluded = asked.excluded.some((word) => word.toLowerCase() === code.toLowerCase());
  return (
    isAllowed &&
    !isExcluded &&
    agrees(asked.numbers, /\p{N}/u.test(code)) &&
    agrees(asked.capitals, /\p{Lu}/u.test(code)) &&
    agrees(asked.specials, specials.length > 0)
  );
}
