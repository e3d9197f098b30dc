/** The error code of a call whose accounts are more than addresses. */
export const INVALID_ACCOUNT = 'invalid_account';

/** Stands for what was written beside an address, such as a password. */
export const MASK = '••••';

const LETTER = String.raw`\p{L}\p{M}`;
const LABEL = String.raw`[${LETTER}\p{N}_]+(?:-+[${LETTER}\p{N}_]+)*`;
const TOP = String.raw`(?:[${LETTER}]+|xn--[a-z\d-]+)`;
/**
 * The part before the @, without the separators that other tools write between an address and a password: `:`, `|`, `=`
 * and `----`.
 */
const LOCAL = String.raw`(?:(?!-{3})[^\s@:|=,;<>()[\]"\\${MASK}])+`;
const WITH_DOT = String.raw`${LOCAL}@(?:${LABEL}\.)+${TOP}`;
const ADDRESS = String.raw`(?:${WITH_DOT}|${LOCAL}@${LABEL})`;
const SEPARATOR = String.raw`(?:[:|=\\/]|-{2,})`;

const pattern = (source: string) => new RegExp(source, 'iu');
/** An address without the quote that a spreadsheet may put in front of it. */
const BARE = pattern(`^(?!['‘’])${ADDRESS}$`);
/** Most addresses. It takes a fifth of the time of {@link BARE}, and a queue file has a million of them. */
const PLAIN =
  /^[\w+]+(?:[.-][\w+]+)*@[a-z\d]+(?:-[a-z\d]+)*(?:\.[a-z\d]+(?:-[a-z\d]+)*)*\.[a-z]+$/i;
/** An address with a dot in its domain, or nothing. */
export const EMAIL_OR_NOTHING = pattern(`^(?:${WITH_DOT})?$`);
/** An address, and letters or digits behind it that do not belong to it. */
const WITH_TAIL = pattern(
  String.raw`^(${WITH_DOT}|${LOCAL}@${LABEL}(?=${SEPARATOR}))((?:[^${LETTER}\p{N}.@_-]|-{2,}|-(?![${LETTER}\p{N}]))[^${LETTER}\p{N}${MASK}]*)[${LETTER}\p{N}${MASK}]`,
);
/** An address behind something else: `secret:ann@example.com`. */
const WITH_HEAD = pattern(`^(?!mailto:).+?(${SEPARATOR})(${ADDRESS})$`);
/** Anything with an @, and something behind a separator. */
const BROKEN_WITH_TAIL = pattern(
  String.raw`^(?!mailto:)([^@]*@.*?)([:|=]|-{2,})[^${LETTER}\p{N}${MASK}]*[${LETTER}\p{N}${MASK}]`,
);

const MAX_CHARACTERS = 254;
/** In a longer text no address is looked for: each separator in it could begin one. */
const LONGEST_MIXED = 1_000;

/** An address together with something else, which may be a password. */
interface MixedAddress {
  /** The address alone; null if it is not clear which part that is. */
  address: string | null;
  /** The text with {@link MASK} in place of everything but the address. */
  masked: string;
}

/** Whether a text is one address and nothing else. A domain without a dot counts: `root@localhost`. */
export const isBareAddress = (text: string): boolean => PLAIN.test(text) || BARE.test(text);

/** Separates an address from what stands beside it; null if the text has no @, or nothing beside an address. */
export function readMixedAddress(text: string): MixedAddress | null {
  if (!text.includes('@')) return null;
  if (text.length > LONGEST_MIXED) return { address: null, masked: MASK };
  if (isBareAddress(text)) return null;
  const [, address, separator = ''] = WITH_TAIL.exec(text) ?? [];
  if (address !== undefined) return { address, masked: `${address}${signOf(separator)}${MASK}` };
  const [, sign = '', last] = WITH_HEAD.exec(text) ?? [];
  if (last !== undefined) return { address: last, masked: `${MASK}${sign}${last}` };
  const [, start, mark] = BROKEN_WITH_TAIL.exec(text) ?? [];
  return start === undefined ? null : { address: null, masked: `${start}${mark}${MASK}` };
}

/** The separator itself, without what may belong to a password. */
const signOf = (text: string): string => /^-+/.exec(text)?.[0] ?? text.charAt(0);

/** The fault of an address, as the end of a sentence; null if it is valid. */
export function findFault(email: string): string | null {
  if (readMixedAddress(email) !== null) return 'has more than the address';
  if (email.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  const [name = '', domain, ...rest] = email.split('@');
  if (domain === undefined) return 'has no @';
  if (rest.length > 0) return 'has more than one @';
  if (name === '') return 'has nothing before the @';
  if (domain === '') return 'has nothing after the @';
  if (!domain.includes('.')) return 'has no dot after the @';
  if (domain.split('.').includes('')) return 'has a misplaced dot after the @';
  return isBareAddress(email) ? null : 'has characters that no address has';
}

/** Whether an account may be stored: one address alone. A name without an @ is no address, and stays. */
export const isAccount = (text: string): boolean => !text.includes('@') || isBareAddress(text);

/** Why {@link isAccount} refuses a text. What stands beside the address is left out. */
export function describeRefusedAccount(text: string): string {
  const address = readMixedAddress(text)?.address ?? 'one e-mail address';
  return `This is more than an address. Send ${address} alone`;
}
