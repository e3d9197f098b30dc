const UU_BEGIN = /^begin(?:-base64)? [0-7]{3,4} \S/;
const UU_END = /^(?:end|====)\s*$/;
/** The number of lines of a file after its `begin`; before the first line, text continued. */
const MOST_UU_LINES = 20_000;
const BASE64 = /^[A-Za-z0-9+/]{56,80}={0,2}$/;
/** A shorter run may be a long code, or a link. */
const LEAST_BASE64_LINES = 3;

/** The end of a file in uuencode that begins at a line; -1 if there is none. */
function uuEnd(lines: readonly string[], at: number): number {
  if (!UU_BEGIN.test(lines[at] ?? '')) return -1;
  const most = Math.min(lines.length, at + MOST_UU_LINES);
  for (let end = at + 1; end < most; end++) {
    const line = lines[end] ?? '';
    if (UU_END.test(line)) return end + 1;
    // Not a line of a file: of at most 61 characters that uuencode uses.
    if (!/^[ -`]{0,62}\s*$/.test(line) && !BASE64.test(line)) return -1;
  }
  return most;
}

const ARMOR_BEGIN = /^-{5}BEGIN (?!PGP SIGNED MESSAGE)[A-Z\d ]{3,40}-{5}\s*$/;
const ARMOR_END = /^-{5}END [A-Z\d ]{3,40}-{5}\s*$/;
/** Lines of a key, a certificate or a signature. */
const MOST_ARMOR_LINES = 2000;

/** The end of a key, a certificate or a signature that begins at a line; -1 if there is none. */
function armorEnd(lines: readonly string[], at: number): number {
  if (!ARMOR_BEGIN.test(lines[at] ?? '')) return -1;
  const most = Math.min(lines.length, at + MOST_ARMOR_LINES);
  for (let end = at + 1; end < most; end++) if (ARMOR_END.test(lines[end] ?? '')) return end + 1;
  return -1;
}

/**
 * A line of a hex dump: the bytes, and often the offset before them and the characters after them.
 */
const HEX_DUMP =
  /^\s*(?:(?:0x)?[\da-f]{4,16}:?\s+)?(?:[\da-f]{2}[ -]{1,2}){7,}[\da-f]{2}(?:\s|$)|^\s*(?:0x)?[\da-f]{4,16}:?\s+(?:[\da-f]{4} ){4,}/i;

/**
 * The lines of a text without embedded data: files in uuencode or base64, keys and signatures, hex
 * dumps. These contain no words.
 */
export function withoutEncodedLines(lines: readonly string[]): readonly string[] {
  const remaining: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const afterFile = Math.max(uuEnd(lines, at), armorEnd(lines, at));
    let end = at;
    while (BASE64.test(lines[end] ?? '')) end++;
    if (afterFile > at) at = afterFile;
    else if (end - at >= LEAST_BASE64_LINES) at = end;
    else {
      const next = Math.max(end, at + 1);
      remaining.push(...lines.slice(at, next).filter((line) => !HEX_DUMP.test(line)));
      at = next;
    }
  }
  return remaining;
}
