import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { nodeProgram, runCommand } from './run-command.ts';

/**
 * Whether the type check refuses a source with a fault, such as `list[0]` in place of `list[0] ?? 0`. It reads the
 * fault from a temporary folder and all other files from the repository; errors of other files do not count.
 * @param path below the repository; its first folder has a `tsconfig.json`
 */
export async function isRefusedByTypes(path: string, text: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
  try {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
    const room = path.split('/')[0] ?? '';
    const config = {
      extends: resolve(room, 'tsconfig.json'),
      compilerOptions: {
        composite: false,
        declaration: false,
        emitDeclarationOnly: false,
        noEmit: true,
        outDir: null,
        rootDir: null,
        tsBuildInfoFile: null,
        // Imports beside the fault are read from the repository.
        rootDirs: [resolve('.'), folder],
      },
      files: [path],
      include: [],
      references: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { output } = await runCommand(
      nodeProgram('typescript/bin/tsc', '-p', folder, '--pretty', 'false'),
    );
    const place = `${basename(folder)}/${path}(`;
    return output.split('\n').some((line) => line.replaceAll('\\', '/').includes(place));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
