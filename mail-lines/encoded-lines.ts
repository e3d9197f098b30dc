const UU_BEGIN = /^begin(?:-base64)? [0-7]{3,4} \S/;
const UU_END = /^(?:end|====)\s*$/;
/** Lines of a file after its `begin`, before which a text went on. */
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

/** The lines of a text without the files that are written into it, in uuencode or base64: they hold no words. */
export function withoutEncodedLines(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const afterFile = uuEnd(lines, at);
    let end = at;
    while (BASE64.test(lines[end] ?? '')) end++;
    if (afterFile > at) at = afterFile;
    else if (end - at >= LEAST_BASE64_LINES) at = end;
    else {
      const next = Math.max(end, at + 1);
      kept.push(...lines.slice(at, next));
      at = next;
    }
  }
  return kept;
}
