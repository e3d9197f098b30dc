/** How a plain text was wrapped by its sender (RFC 3676). */
export type Flow = 'fixed' | 'flowed' | 'delsp';

/** The flow that the parameters of a content type state. */
export function flowOf(params: Readonly<Record<string, string>> | undefined): Flow {
  if (params?.format?.trim().toLowerCase() !== 'flowed') return 'fixed';
  return params.delsp?.trim().toLowerCase() === 'yes' ? 'delsp' : 'flowed';
}

const QUOTE = /^>*/;

/**
 * Joins the lines that the sender wrapped: a line that ends with a blank continues, unless it is a
 * signature separator.
 */
export function unwrapFlowed(text: string, flow: Flow): string {
  if (flow === 'fixed') return text;
  const lines: string[] = [];
  let pieces: string[] = [];
  let depth = -1;
  const end = (): void => {
    if (depth >= 0) lines.push('>'.repeat(depth) + (depth > 0 ? ' ' : '') + pieces.join(''));
    pieces = [];
    depth = -1;
  };
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const marks = QUOTE.exec(raw)?.[0].length ?? 0;
    const stuffed = raw.slice(marks);
    const line = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed;
    if (depth >= 0 && depth !== marks) end();
    depth = marks;
    const isSignature = line === '-- ';
    if (isSignature && pieces.length > 0) {
      end();
      depth = marks;
    }
    const isFlowed = line.endsWith(' ') && !isSignature;
    pieces.push(isFlowed && flow === 'delsp' ? line.slice(0, -1) : line);
    if (!isFlowed) end();
  }
  end();
  return lines.join('\n');
}
