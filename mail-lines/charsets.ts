import iconv from 'iconv-lite';
import { cut } from '../shared/text.ts';

/**
 * Charsets of mails: those of the platform's decoder, then those of iconv-lite, under every name that mail programs
 * write.
 */

/** Names under which no charset is declared: servers report US-ASCII if a mail names none. */
const UNDECLARED =
  /^(?:|us-?ascii|ascii|ansi_x3\.4-19(?:68|86)|iso646-us|unknown(?:-8bit)?|x-unknown|8bit|binary|default|none|utf8mb4)$/;
const WESTERN = /^(?:windows-1252|cp-?1252|iso[-_]?8859-?15?|latin-?1|l1)$/;

/** Names that neither decoder has, and the charset that they mean. */
const ALIASES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:x-)?(?:cp|ms|windows-|ibm-?)?(?:932|31j|943c?)$|^(?:x-)?(?:ms_kanji|sjis|shift[-_]?jisx0213|x-sjis-.*)$/,
    'shift_jis',
  ],
  [/^(?:x-)?euc-?jp-?(?:ms|win|linux|2004)?$|^(?:cp|ibm-?)?(?:51932|33722)$|^ujis$/, 'euc-jp'],
  [/^iso-?2022-?jp(?:-?(?:[1-3]|2004|ms|ext))?$|^(?:cp|windows-)?5022[0-2]$|^jis$/, 'iso-2022-jp'],
  [
    /^(?:x-)?(?:ks_?c_?5601(?:-?198[79])?|(?:cp|ms|windows-|uhc|x-windows-)?949|uhc|korean)$/,
    'euc-kr',
  ],
  [/^(?:x-)?(?:cp|ms|windows-)?936$|^(?:x-)?(?:gb2312|gbk|euc-cn|chinese)(?:[-_]80)?$/, 'gb18030'],
  [/^(?:x-)?(?:cp|ms|windows-)?950$|^(?:x-)?big5(?:-?(?:eten|tw|hkscs.*))?$/, 'big5'],
  [/^(?:x-)?mac(?:intosh|-?roman)?$/, 'macintosh'],
  [/^(?:cp|ms|windows)[-_]?(125\d|874)$/, 'windows-$1'],
  [/^(?:x-)?unicode-?1-?1-?utf-?7$|^utf-?7$/, 'utf-7'],
  [/^unicode(?:-?1-?1)?$|^ucs-?2$/, 'utf-16le'],
  [/^(?:x-)?(?:unicode-?[12]-?0-?)?utf-?8(?:-?bom)?$/, 'utf-8'],
];

/** The longest name of a charset has 45 characters. */
const LONGEST_LABEL = 100;

/** The name of a charset as the decoders know it. */
function labelOf(declared: string): string {
  const name = cut(declared, LONGEST_LABEL)
    .trim()
    .toLowerCase()
    .replace(/^["']|["';]+$/g, '')
    .trim();
  const [pattern, label] = ALIASES.find(([alias]) => alias.test(name)) ?? [];
  return pattern === undefined || label === undefined ? name : name.replace(pattern, label);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null; // not UTF-8
  }
}

/**
 * Seven-bit forms of East Asian charsets, which both decoders refuse: their two-byte parts get the
 * high bit.
 */
const SEVEN_BIT: readonly {
  name: RegExp;
  /** Where a two-byte part begins and ends, in Latin-1. */
  parts: RegExp;
  charset: string;
}[] = [
  { name: /^hz(?:-gb-?2312)?$/, parts: /~\{([^~]{0,2000})(?:~\}|$)/g, charset: 'gb18030' },
  {
    name: /^(?:iso-?2022-?kr|csiso2022kr)$/,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: SO and SI are part of the charset.
    parts: /(?:\x1b\$\)C)?\x0e([^\x0e\x0f]{0,2000})(?:\x0f|$)/g,
    charset: 'euc-kr',
  },
];

function decodeSevenBit(bytes: Uint8Array, label: string): string | null {
  const form = SEVEN_BIT.find(({ name }) => name.test(label));
  if (form === undefined) return null;
  const decoder = new TextDecoder(form.charset);
  const text = Buffer.from(bytes).toString('latin1');
  return text
    .replace(form.parts, (_, part: string) =>
      decoder.decode(Uint8Array.from(part, (char) => char.charCodeAt(0) | 128)),
    )
    .replaceAll('\x1b$)C', '')
    .replaceAll(form.charset === 'gb18030' ? '~~' : '\x0f', form.charset === 'gb18030' ? '~' : '');
}

/** The text in a charset; null if neither decoder has it. */
function decodeWith(bytes: Uint8Array, label: string): string | null {
  const sevenBit = decodeSevenBit(bytes, label);
  if (sevenBit !== null) return sevenBit;
  // iconv-lite's UTF-7 is the mail form, and the platform has none.
  if (label !== 'utf-7')
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // not a charset of the platform
    }
  return iconv.encodingExists(label) ? iconv.decode(Buffer.from(bytes), label) : null;
}

const META_CHARSET = /<meta\b[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{2,40})/i;
/** Where browsers look for the charset of a page; mail programs put long comments before it. */
const META_WITHIN = 16_384;

/**
 * The charset that an HTML text states itself. A charset with two bytes per character must be
 * wrong, because the statement itself could be read.
 */
function metaCharset(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, META_WITHIN)).toString('latin1');
  const label = labelOf(META_CHARSET.exec(start)?.[1] ?? '');
  return /^utf-?(?:16|32)/.test(label) || UNDECLARED.test(label) ? '' : label;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of ISO 2022.
const ISO_2022_JP = /\x1b(?:\$[@B]|\$\(D|\([JI])/;
const ISO_2022_KR = '\x1b$)C';

/** The charset of a text that declares none, by its escape sequences; empty without them. */
function escapedCharset(bytes: Uint8Array): string {
  if (!bytes.includes(27)) return '';
  const text = Buffer.from(bytes).toString('latin1');
  if (ISO_2022_JP.test(text)) return 'iso-2022-jp';
  return text.includes(ISO_2022_KR) ? 'iso-2022-kr' : '';
}

/** Whether hardly any character beyond ASCII could be decoded: the text is not UTF-8, although it declares it. */
function isMisread(text: string): boolean {
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return wrong > 0 && wrong > right;
}

/**
 * The text of decoded bytes: by the declared charset, otherwise by UTF-8, by escape sequences, by
 * the `meta` element of an HTML text, or as windows-1252. Null for a declared charset that no
 * decoder has.
 */
export function decodeCharset(bytes: Uint8Array, declared: string, isHtml: boolean): string | null {
  const label = labelOf(declared);
  const isUndeclared = UNDECLARED.test(label);
  if (isUndeclared || WESTERN.test(label)) {
    const escaped = escapedCharset(bytes);
    if (escaped !== '') return decodeWith(bytes, escaped);
    const utf8 = decodeStrictUtf8(bytes);
    if (utf8 !== null && !(isUndeclared && isHtml && /^(?:utf-7|hz)/.test(metaCharset(bytes))))
      return utf8;
    const meta = isUndeclared && isHtml ? metaCharset(bytes) : '';
    return (
      (meta === '' ? null : decodeWith(bytes, meta)) ??
      decodeWith(bytes, isUndeclared ? 'windows-1252' : label)
    );
  }
  const text = decodeWith(bytes, label);
  return label === 'utf-8' && text !== null && isMisread(text)
    ? decodeWith(bytes, (isHtml && metaCharset(bytes)) || 'windows-1252')
    : text;
}

/**
 * A header field that was sent without encoding: UTF-8, otherwise the charset of the mail's text.
 */
export const decodeRawHeader = (bytes: Uint8Array, charset: string): string =>
  decodeStrictUtf8(bytes) ??
  decodeCharset(bytes, charset, false) ??
  decodeCharset(bytes, '', false) ??
  '';
