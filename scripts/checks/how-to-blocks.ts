/** A fenced block of a how-to page that a reader would apply; see how-to-pages.ts. */
export type Block =
  | { kind: 'new'; path: string; text: string }
  | { kind: 'change'; path: string; text: string }
  | { kind: 'run'; text: string };

const FENCE = /^( *)```(\w+) (new |run$)?(\S*)\n([\s\S]*?)^\1```$/gm;

/** Reads the blocks of a page in their order. Blocks in a list item lose the indentation of their fence. */
export function readBlocks(page: string): Block[] {
  return [...page.matchAll(FENCE)].map(([, indent = '', language, verb, path = '', body = '']) => {
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    if (verb === 'run') return { kind: 'run', text };
    if (verb === 'new ') return { kind: 'new', path, text };
    if (language === 'diff') return { kind: 'change', path, text };
    throw new Error(`A block of the page has neither a file nor a command: ${language} ${path}`);
  });
}

/**
 * Applies the lines of a diff block.
 * @throws Error unless the lines that it keeps and removes are in the file exactly once.
 */
export function applyHunk(file: string, { path, text }: { path: string; text: string }): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const pick = (signs: string) =>
    lines
      .filter((line) => signs.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const parts = file.split(pick(' -'));
  if (parts.length !== 2) {
    throw new Error(`${path} has these lines ${parts.length - 1} times, not once:\n${text}`);
  }
  return parts.join(pick(' +'));
}
