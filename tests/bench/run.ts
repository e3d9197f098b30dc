/**
 * `npm run bench`: every file beside this one exports `measure`; the figures are printed as a table and written to
 * bench/latest.json. Names of files as arguments measure those only.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform } from 'node:os';
import { basename } from 'node:path';
import { formatTable, type Measure, type Row, ratioOf } from './harness/row.ts';

const wanted = process.argv.slice(2);
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'run' && (wanted.length === 0 || wanted.includes(name)))
  .sort();

const rows: Row[] = [];
for (const name of names) {
  console.log(`Measuring ${name}`);
  const { measure }: { measure: Measure } = await import(`./${name}.ts`);
  rows.push(...(await measure()));
}

console.log(`\n${formatTable(rows)}`);
if (wanted.length === 0) {
  const machine = {
    platform: platform(),
    arch: arch(),
    cpus: cpus().length,
    model: cpus()[0]?.model,
  };
  const figures = rows.map((row) => ({ ...row, ratio: Number(ratioOf(row).toFixed(3)) }));
  await mkdir('bench', { recursive: true });
  await writeFile(
    'bench/latest.json',
    `${JSON.stringify({ measuredAt: new Date().toISOString(), node: process.version, machine, figures }, null, 2)}\n`,
  );
}
