/**
 * The process in which mutants run, one after the other: tests are read from the disk, the mutated source from memory.
 * `mutants.ts` starts it, and ends it if a mutant never ends.
 */
import { createVitest } from 'vitest/node';

/** A run of unit tests. `source` replaces a file; null runs the tests with the original files. */
export interface MutantOrder {
  source: { path: string; text: string } | null;
  /** Test files, which run in this order until one fails. */
  tests: string[];
}

/** The test files that failed, and the milliseconds of each that has run. */
export interface MutantReport {
  failed: string[];
  milliseconds: Record<string, number>;
}

let source: MutantOrder['source'] = null;

const vitest = await createVitest(
  'test',
  {
    config: false,
    // The cache on disk would return the source without the fault.
    fsModuleCache: false,
    watch: false,
    include: ['tests/unit/**/*.test.ts'],
    // All files run in one process, one after the other, as in `npm test`.
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id) => (id.split('?')[0] === source?.path ? source?.text : null),
      },
    ],
  },
);

async function run(order: MutantOrder): Promise<MutantReport> {
  const before = source;
  source = order.source;
  for (const path of [before?.path, source?.path]) if (path) vitest.invalidateFile(path);
  const milliseconds: Record<string, number> = {};
  for (const test of order.tests) {
    const specification = vitest.getRootProject().createSpecification(test);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    const module = testModules.find(({ moduleId }) => moduleId === test);
    milliseconds[test] = module?.diagnostic().duration ?? 0;
    if (!module?.ok() || unhandledErrors.length > 0) return { failed: [test], milliseconds };
  }
  return { failed: [], milliseconds };
}

process.on('message', (order: MutantOrder) => {
  void run(order).then((report) => process.send?.(report));
});
