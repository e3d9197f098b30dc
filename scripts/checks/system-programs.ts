import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that the tests need and npm does not install. */
interface SystemProgram {
  name: string;
  /** Any of these names on the PATH, or one of these paths. */
  anyOf: string[];
  debianPackage: string;
}

const PROGRAMS: SystemProgram[] = [
  {
    name: 'Chromium',
    anyOf: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackage: 'chromium',
  },
  { name: 'Dovecot', anyOf: ['dovecot', '/usr/sbin/dovecot'], debianPackage: 'dovecot-imapd' },
  { name: 'unzip', anyOf: ['unzip'], debianPackage: 'unzip' },
];

/** The path of the first of `names` that exists. */
function findProgram(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return paths.find((path) => existsSync(path));
}

/** The browser of the tests: CHROMIUM_PATH, else the machine's. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findProgram(PROGRAMS[0]?.anyOf ?? []);
}

const listMissing = () => PROGRAMS.filter(({ anyOf }) => findProgram(anyOf) === undefined);

/**
 * Installs missing programs with apt if this process may. Returns one sentence for each that is still missing.
 */
export function ensureSystemPrograms(): string[] {
  const missing = listMissing();
  const mayInstall = process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined;
  if (missing.length > 0 && mayInstall) {
    const packages = missing.map(({ debianPackage }) => debianPackage);
    console.log(`Installing ${packages.join(', ')} with apt.`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env });
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
  }
  return listMissing().map(
    ({ name, debianPackage }) =>
      `${name} is missing: install it, on Debian with \`apt-get install ${debianPackage}\`.`,
  );
}
