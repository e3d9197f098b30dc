import type { Page } from '@playwright/test';

/** The elements that a reader looks at first, regardless of the expectation. */
const ALWAYS = ['alert', 'alertdialog', 'dialog', 'heading', 'status'];
const MOST_LINES = 120;
const SHORTEST_WORD = 4;

const depthOf = (line: string): number => line.search(/\S/);

/**
 * The parts of an accessible snapshot (lines of YAML) that concern a failed expectation: elements
 * with the roles and words of its locator, dialogs, headings and messages, each with the elements
 * around and in it. If no element matches, the whole snapshot; 120 lines at most.
 * @param message of the error, with the locator as Playwright prints it
 */
export function aroundLocator(snapshot: string, message: string): string {
  const locators = message.match(/(?:locator|getBy\w+)\(.*/g)?.join('\n') ?? '';
  const roles = [...locators.matchAll(/getByRole\('(\w+)'/g)].map(([, role]) => role);
  const texts = locators.replaceAll(/\w+\(/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = texts.filter((word) => word.length >= SHORTEST_WORD && !roles.includes(word));
  const lines = snapshot.split('\n');
  const isWanted = (line: string) => {
    const role = /^\s*- '?(\w+)/.exec(line)?.[1] ?? '';
    return (
      [...roles, ...ALWAYS].includes(role) ||
      words.some((word) => line.toLowerCase().includes(word.toLowerCase()))
    );
  };
  const wantedIndexes = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (!isWanted(line)) continue;
    let depth = depthOf(line);
    for (let inside = index; inside === index || depthOf(lines[inside] ?? '') > depth; inside += 1)
      wantedIndexes.add(inside);
    for (let above = index - 1; above >= 0; above -= 1) {
      if (depthOf(lines[above] ?? '') >= depth) continue;
      depth = depthOf(lines[above] ?? '');
      wantedIndexes.add(above);
    }
  }
  const shown =
    wantedIndexes.size > 0 ? lines.filter((_, index) => wantedIndexes.has(index)) : lines;
  const more = shown.length - MOST_LINES;
  return [...shown.slice(0, MOST_LINES), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n');
}

/** The accessible snapshots of the open pages, limited to what the errors of the test concern. */
export async function describePages(
  pages: readonly Page[],
  errors: readonly { message?: string | undefined }[],
): Promise<string> {
  const message = errors.map((error) => error.message ?? '').join('\n');
  const parts = pages.map(async (page) => {
    const snapshot = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    return `${page.url()} when the test failed:\n${aroundLocator(snapshot, message)}`;
  });
  return (await Promise.all(parts)).join('\n\n');
}
