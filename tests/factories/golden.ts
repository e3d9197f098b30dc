import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/**
 * Compares a file with the one that is checked in under `tests/golden`, byte for byte.
 * `UPDATE_GOLDEN=1` writes the file instead; use it only for an intended change of the format.
 */
export async function expectGolden(path: string, text: string): Promise<void> {
  const file = fileURLToPath(new URL(`../golden/${path}`, import.meta.url));
  if (process.env.UPDATE_GOLDEN === '1') {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  expect(text).toBe(await readFile(file, 'utf8'));
}
