import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Prints npm's bill of materials (CycloneDX) with the name of the product, because npm writes the
 * name of the folder.
 */
const ARGS = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
const { stdout, stderr, status } = spawnSync('npm', ARGS, {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) {
  console.error(stderr.trim());
  process.exit(1);
}
const { name }: { name: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const bill: { metadata: { component: { name: string; type: string } } } = JSON.parse(stdout);
Object.assign(bill.metadata.component, { name, type: 'application' });
console.log(JSON.stringify(bill, null, 2));
