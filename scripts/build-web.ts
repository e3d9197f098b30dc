/**
 * Builds the single-page app into dist/web if its sources changed. `npm run build`, `npm start` and wrangler's own
 * build step all use this file. If nothing changed, it takes a tenth of a second.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist/web');
const stampFile = join(root, 'dist/web.sha256');
const lock = join(root, 'dist/web.lock');
/** Vite's list of chunks, kept beside the assets so that it is not served with them. */
const manifestFile = join(root, 'dist/web-manifest.json');

const INPUTS = [
  // The web app serves it.
  'docs/mail-sign-in.md',
  'index.html',
  // Its last migration is written into the page.
  'migrations/meta/_journal.json',
  'package.json',
  'package-lock.json',
  'shared',
  'tsconfig.base.json',
  'vite.config.ts',
  'web',
  // Its headers are written beside the assets.
  'worker/http/security-headers.ts',
];
async function listFiles(path: string): Promise<string[]> {
  const kind = await stat(path).catch(() => undefined);
  if (kind === undefined) return [];
  if (kind.isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function hashInputs(): Promise<string> {
  const files = (await Promise.all(INPUTS.map((input) => listFiles(join(root, input))))).flat();
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(`${relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function isUpToDate(hash: string): Promise<boolean> {
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  const page = await stat(join(target, 'index.html')).catch(() => undefined);
  return built === hash && page !== undefined;
}

async function build(hash: string): Promise<void> {
  const fresh = `${target}-${process.pid}`;
  const vite = await import('vite');
  try {
    await vite.build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true, manifest: 'manifest.json' },
    });
    await rename(join(fresh, 'manifest.json'), manifestFile);
    await publish(fresh, target);
    await writeFile(stampFile, hash);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** A page of an earlier build may stay open for this long without being loaded again. */
const FORMER_ASSETS_KEPT_MS = 24 * 3_600_000;

/**
 * Copies a build into a folder that may be served at this moment, assets before the page that names them. The folder
 * itself stays, because its server watches it; open pages still load assets of the earlier build.
 */
async function publish(build: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(build, 'assets'), join(folder, 'assets'), { recursive: true });
  await cp(build, folder, { recursive: true });
  const current = new Set(await readdir(join(build, 'assets')));
  for (const name of await readdir(join(folder, 'assets'))) {
    const file = join(folder, 'assets', name);
    const { mtimeMs } = await stat(file);
    const isExpired = Date.now() - mtimeMs > FORMER_ASSETS_KEPT_MS;
    if (isExpired && !current.has(name)) await rm(file);
  }
}

/**
 * Waits for another build of the same checkout, because two builds at once would overwrite each
 * other's files.
 */
async function takeLock(): Promise<void> {
  await mkdir(join(root, 'dist'), { recursive: true });
  const sayAt = Date.now() + SILENT_MS;
  let isSaid = false;
  while (!(await writeLock())) {
    if (await isAbandoned(lock)) await rm(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 100));
    if (isSaid || Date.now() < sayAt) continue;
    isSaid = true;
    console.log(`Waiting for another build of the web app, which holds ${lock}.`);
  }
}

/** How long to wait for another build before it is printed. */
const SILENT_MS = 5_000;
/** The process id is written at once, except by a process that was ended before. */
const WRITTEN_WITHIN_MS = 5_000;
/** No build takes this long: by then, the process id of the holder belongs to another program. */
const LONGEST_BUILD_MS = 10 * 60_000;

/** Whether the holder of a lock has ended without removing it. */
export async function isAbandoned(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  if (stats === null) return false;
  const holder = Number(await readFile(file, 'utf8').catch(() => ''));
  const heldMs = Date.now() - stats.mtimeMs;
  if (holder === 0) return heldMs > WRITTEN_WITHIN_MS;
  return heldMs > LONGEST_BUILD_MS || !isAlive(holder);
}

function writeLock(): Promise<boolean> {
  return writeFile(lock, String(process.pid), { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether dist/web was built from the current sources. */
export async function isWebUpToDate(): Promise<boolean> {
  return isUpToDate(await hashInputs());
}

/** Copies dist/web to an instance's own folder, which later builds do not change. */
export async function copyWeb(folder: string): Promise<void> {
  const isLocked = await takeLock().then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // The checkout belongs to another user, who builds before this one starts.
      if (!READ_ONLY.includes(error.code ?? '')) throw error;
      return false;
    },
  );
  try {
    await publish(target, folder);
  } finally {
    if (isLocked) await rm(lock, { force: true });
  }
}

/** A read-only folder, or a read-only disk. */
const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'];

/** @returns whether anything had to be built */
async function buildWeb(): Promise<boolean> {
  if (await isWebUpToDate()) return false;

  await takeLock();
  try {
    const hash = await hashInputs();
    if (await isUpToDate(hash)) return false;
    await build(hash);
    return true;
  } finally {
    await rm(lock, { force: true });
  }
}

if (import.meta.main) {
  const startedAt = Date.now();
  const wasBuilt = await buildWeb();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (wasBuilt) console.log(`Built the web app in ${seconds} s.`);
}
