import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that the tests need and npm does not install. */
interface SystemProgram {
  name: string;
  /** Any of these names on the PATH, or one of these paths. */
  anyOf: string[];
  debianPackage: string;
}

/** Chromium without its windows: pages cost a quarter less processor time. The tests run in the other one too. */
const HEADLESS_CHROMIUM = 'chromium-headless-shell';

/** Without a network apt tries for minutes. */
const INSTALL_LIMIT_MS = 120_000;

const PROGRAMS: SystemProgram[] = [
  {
    name: 'Chromium',
    anyOf: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackage: 'chromium',
  },
  { name: 'Firefox', anyOf: ['firefox-esr', 'firefox'], debianPackage: 'firefox-esr' },
  { name: 'Dovecot', anyOf: ['dovecot', '/usr/sbin/dovecot'], debianPackage: 'dovecot-imapd' },
  { name: 'unzip', anyOf: ['unzip'], debianPackage: 'unzip' },
  // Reverse proxies, as docs/reverse-proxy.md describes them.
  { name: 'nginx', anyOf: ['nginx', '/usr/sbin/nginx'], debianPackage: 'nginx-light' },
  { name: 'Caddy', anyOf: ['caddy'], debianPackage: 'caddy' },
];

/** The programs for the main jobs in WebKitGTK, which are skipped if they cannot be installed. */
const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb'];
const WEBKIT_BROWSERS = ['x86_64', 'aarch64'].flatMap((machine) =>
  ['4.1', '6.0', '4.0'].map((version) =>
    ['', 'usr', 'lib', `${machine}-linux-gnu`, `webkit2gtk-${version}`, 'MiniBrowser'].join('/'),
  ),
);

/** The path of the first of `names` that exists. */
function findProgram(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return paths.find((path) => existsSync(path));
}

/** The browser of the tests: CHROMIUM_PATH, otherwise the machine's. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findProgram(PROGRAMS[0]?.anyOf ?? []);
}

/** The browser of the main jobs beside Chromium. */
export const findFirefox = (): string | undefined => findProgram(['firefox-esr', 'firefox']);

/** WebKitGTK's driver, its browser and a display for it; undefined unless all are installed. */
export function findWebKit(): { driver: string; browser: string; display: string } | undefined {
  const [driver, display] = [findProgram(['WebKitWebDriver']), findProgram(['Xvfb'])];
  const browser = findProgram(WEBKIT_BROWSERS);
  return driver && display && browser ? { driver, browser, display } : undefined;
}

/**
 * The browser for tests that only read pages: the headless build if installed, otherwise {@link
 * findChromium}.
 */
export function findHeadlessChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findProgram([HEADLESS_CHROMIUM]) ?? findChromium();
}

const listMissing = () => PROGRAMS.filter(({ anyOf }) => findProgram(anyOf) === undefined);

/**
 * Runs apt-get until it ends, regardless of its result: missing programs are checked afterwards.
 */
async function runApt(args: string[], output: 'ignore' | 'inherit'): Promise<void> {
  const child = spawn('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: INSTALL_LIMIT_MS,
    stdio: ['ignore', 'ignore', output],
  });
  await once(child, 'close').catch(() => undefined);
}

/** Installs the packages that apt can install; one that it does not have keeps the others of its group out, too. */
async function install(groups: string[][]): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (groups.length === 0 || !isRoot || findProgram(['apt-get']) === undefined) return;
  console.log(`Installing ${groups.flat().join(', ')} with apt.`);
  await runApt(['update', '-q'], 'ignore');
  for (const packages of groups) {
    await runApt(['install', '-y', '-q', '--no-install-recommends', ...packages], 'inherit');
  }
}

/**
 * Installs missing programs with apt if this process may. Resolves to one sentence for each that is still missing.
 */
export async function ensureSystemPrograms(): Promise<string[]> {
  const missing = listMissing().map(({ debianPackage }) => debianPackage);
  const isHeadless = process.env.CHROMIUM_PATH || findProgram([HEADLESS_CHROMIUM]);
  await install([
    ...(missing.length > 0 ? [missing] : []),
    ...(isHeadless ? [] : [[HEADLESS_CHROMIUM]]),
    ...(findWebKit() ? [] : [WEBKIT_PACKAGES]),
  ]);
  return listMissing().map(
    ({ name, debianPackage }) =>
      `${name} is missing: install it, on Debian with \`apt-get install ${debianPackage}\`.`,
  );
}
