/**
 * `npm run bench`: every file beside this one exports `measure`; the figures are printed as a table
 * and written to bench/latest.json. File names as arguments measure only those files and keep the
 * stored figures of the others.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, platform } from 'node:os';
import { basename } from 'node:path';
import { formatTable, type Measure, type Row, ratioOf } from './harness/row.ts';

const wanted = process.argv.slice(2);
/** These take minutes each. */
const ONLY_BY_NAME = ['channel-shards', 'cost', 'disk', 'growth', 'queues-large'];
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => (wanted.length === 0 ? !ONLY_BY_NAME.includes(name) : wanted.includes(name)))
  .filter((name) => name !== 'run')
  .sort();

const LATEST = 'bench/latest.json';

/** A row of bench/latest.json: the file that measured it, and when. */
type Figure = Row & { bench: string; measuredAt: string; ratio: number };

/** The stored figures of files that are not measured now. */
async function readOthers(): Promise<Figure[]> {
  if (!existsSync(LATEST)) return [];
  const { figures }: { figures: Figure[] } = JSON.parse(await readFile(LATEST, 'utf8'));
  return figures.filter(({ bench }) => !names.includes(bench));
}

const figures: Figure[] = [];
for (const bench of names) {
  console.log(`Measuring ${bench}`);
  const { measure }: { measure: Measure } = await import(`./${bench}.ts`);
  const measuredAt = new Date().toISOString();
  for (const row of await measure()) {
    figures.push({ bench, measuredAt, ...row, ratio: Number(ratioOf(row).toFixed(3)) });
  }
}

console.log(`\n${formatTable(figures)}`);
const machine = {
  platform: platform(),
  arch: arch(),
  cpus: cpus().length,
  model: cpus()[0]?.model,
};
await mkdir('bench', { recursive: true });
const all = [...(await readOthers()), ...figures].sort((a, b) => a.bench.localeCompare(b.bench));
await writeFile(
  LATEST,
  `${JSON.stringify({ node: process.version, machine, figures: all }, null, 2)}\n`,
);
