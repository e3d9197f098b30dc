/**
 * The rules of docs/architecture.md that a linter of single files cannot see: which room may import
 * which, that neither rooms nor files import in a circle, that the web imports only types of the
 * Worker, that no feature of the web has module-level variables, that JSON is read with a check,
 * and that no path of a file is percent-encoded.
 */
import { readFileSync } from 'node:fs';
import { findEncodedPaths } from './file-urls.ts';
import { findCircles, type ImportGraph, listSources, readImports } from './imports.ts';
import { findUncheckedJson } from './parsed-json.ts';
import { mayEnterFeature, mayImport, ROOMS, roomOf } from './room-rules.ts';

function findForbiddenImports(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imports]) =>
    imports
      .filter((imported) => !mayImport(roomOf(file), roomOf(imported)))
      .map((imported) => {
        const room = roomOf(file);
        const allowed = ROOMS[room]?.imports.join(', ') || 'nothing else';
        return `${file}: imports ${imported}; ${room} may import ${allowed}.`;
      }),
  );
}

function findForeignFeatures(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imports]) =>
    imports
      .filter((imported) => !mayEnterFeature(file, imported))
      .map((imported) =>
        file.startsWith('worker/')
          ? `${file}: imports ${imported}; import another feature through its index.ts.`
          : `${file}: imports ${imported}; compose both features in a route, or move what both need to shared, web/kit or web/lib.`,
      ),
  );
}

/** The web may name the Worker's types, and must not pull its code into the browser. */
function findWorkerCodeInWeb(files: readonly string[]): string[] {
  return files
    .filter((file) => file.startsWith('web/'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          /from '[^']*\/worker\//.test(line) && !/^\s*(import|export) type\b/.test(line)
            ? [
                `${file}:${index + 1}: the web imports the Worker's types only (import type); move what both need to shared.`,
              ]
            : [],
        ),
    );
}

/**
 * Rooms are ordered: a lower room imports nothing from a higher one, directly or through others.
 */
const findRoomCircles = (): string[] =>
  findCircles(new Map(Object.entries(ROOMS).map(([room, { imports }]) => [room, imports]))).map(
    (rooms) =>
      `These rooms may import each other: ${rooms.join(', ')}. One of them has to stand below.`,
  );

const findCircleProblems = (graph: ImportGraph): string[] =>
  findCircles(graph).map(
    (circle) => `These import each other, by type or by value: ${circle.join(', ')}.`,
  );

/** A module-level variable is a store that no component observes and no test resets. */
function findModuleVariables(files: readonly string[]): string[] {
  return files
    .filter((file) => file.startsWith('web/features/'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          /^(export )?(let|var) /.test(line)
            ? [
                `${file}:${index + 1}: a feature keeps what changes in a store or a component, and not in a variable of its module.`,
              ]
            : [],
        ),
    );
}

function findUndecodedPaths(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    findEncodedPaths(readFileSync(file, 'utf8')).map(
      (line) =>
        `${file}:${line}: use fileURLToPath; the path of import.meta.url is percent-encoded, so it fails in a folder with a blank.`,
    ),
  );
}

const files = listSources();
const graph = readImports(files.filter((file) => !file.endsWith('.css')));
const problems = [
  ...findForbiddenImports(graph),
  ...findForeignFeatures(graph),
  ...findWorkerCodeInWeb(files),
  ...findModuleVariables(files),
  ...findRoomCircles(),
  ...findCircleProblems(graph),
  ...files.flatMap((file) => findUncheckedJson(file, readFileSync(file, 'utf8'))),
  ...findUndecodedPaths(
    files.filter((file) => !file.startsWith('web/') && !file.startsWith('tests/unit/')),
  ),
];
for (const problem of problems) console.error(problem);
console.log(
  `${files.length} files in ${Object.keys(ROOMS).length} rooms, ${problems.length} problems.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
