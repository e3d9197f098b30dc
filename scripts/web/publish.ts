import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How long a page of an earlier build may stay open without being loaded again. */
const FORMER_ASSETS_KEPT_MS = 24 * 3_600_000;

/**
 * Copies a build into a folder that may be served at this moment, assets before the page that names them. The folder
 * itself stays, because its server watches it; open pages still load assets of the earlier build.
 */
export async function publish(build: string, folder: string): Promise<void> {
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
