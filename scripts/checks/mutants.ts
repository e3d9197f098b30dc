/**
 * `npm run verify:mutants [-- [--sample N] [--seed TEXT] [--fresh] [paths]]`: puts small faults into the pure rules,
 * one at a time, and runs the unit tests that import the source. A fault that neither a test nor the type check notices
 * has survived. Fewer than 90 % killed is a failure. The whole run takes hours, so results are kept in
 * `node_modules/.cache` while the source stays the same, and `--sample` draws some mutants, the same ones for the same
 * seed.
 *
 * StrykerJS would need the JavaScript API of the TypeScript compiler, which version 7 does not have.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { seededRandom } from '../../shared/random.ts';
import { readImports } from './imports.ts';
import type { MutantOrder, MutantReport } from './mutant-runner.ts';
import { isRefusedByTypes } from './mutant-types.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

/** The sources that are mutated by default: rules without a platform, and state machines. */
const MUTATED = [
  'shared',
  'worker/db',
  'worker/durable/job-lifecycle.ts',
  'worker/providers/gate.ts',
  'worker/features/artist-monitor/check.ts',
  'worker/features/artist-monitor/plan.ts',
  'worker/features/price-monitor/checks/check.ts',
  'web/features/presale-codes/search/search-machine.ts',
  'web/features/recent-work/session/work-machine.ts',
  'web/lib/channel/connection.ts',
];
/** Declarations, which types check. */
const NOT_MUTATED = /^worker\/db\/schema\/|\.css$/;
const GOAL = 0.9;
const RESULTS = 'node_modules/.cache/mutants.json';

/**
 * The number of test files that a survivor has passed: those with the fewest imports between them and its source, and
 * of these the ones that read the fewest other sources.
 */
const MOST_TESTS = 10;
const MOST_IMPORTS_FURTHER = 2;
/** A test file that takes longer is left out. */
const LONGEST_TEST_MS = 20_000;
/**
 * A mutant that takes this much longer than three times its tests is endless, and counts as
 * detected.
 */
const ENDLESS_MS = 20_000;

/** What detected a fault. */
const outcome = z.enum(['test', 'types', 'nothing']);
type Outcome = z.infer<typeof outcome>;

/** What is stored between runs. Keys are hashes of what an entry depends on. */
const stored = z.object({
  mutants: z.record(z.string(), z.object({ outcome, tests: z.string() })),
  /** Milliseconds of each test file without a fault; null for one that fails or takes too long. */
  times: z.record(z.string(), z.nullable(z.number())),
});
type Stored = z.infer<typeof stored>;

interface Mutant extends Mutation {
  path: string;
  text: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);
const keyOf = ({ path, text, start, replacement }: Mutant): string =>
  hash([path, text, start, replacement].join('\0'));
const mutated = ({ text, start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end);

/** The process of `mutant-runner.ts`, which is replaced when it is ended. */
class Runner {
  #child: ReturnType<typeof fork> | null = null;

  /** @returns null if it took longer than `withinMs`, or the process ended. */
  run(order: MutantOrder, withinMs: number): Promise<MutantReport | null> {
    // A separate process group, so that an endless test ends with it.
    this.#child ??= fork('scripts/checks/mutant-runner.ts', { detached: true, stdio: 'ignore' });
    const child = this.#child;
    const { promise, resolve: settle } = Promise.withResolvers<MutantReport | null>();
    const giveUp = () => {
      this.stop();
      settle(null);
    };
    const timer = setTimeout(giveUp, withinMs);
    child.once('message', (report: MutantReport) => settle(report));
    child.once('exit', giveUp);
    child.send(order);
    return promise.finally(() => {
      clearTimeout(timer);
      child.removeAllListeners();
    });
  }

  stop(): void {
    const { pid } = this.#child ?? {};
    this.#child = null;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/** All files that are reachable from one, and the number of steps to each. */
function reach(path: string, next: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const steps = new Map([[path, 0]]);
  for (const file of steps.keys())
    for (const other of next.get(file) ?? [])
      if (!steps.has(other)) steps.set(other, (steps.get(file) ?? 0) + 1);
  return steps;
}

/**
 * The unit tests of a source: close ones first, and among these the ones that read few other
 * sources.
 */
function findTests(): (path: string) => { test: string; imports: number }[] {
  const imports = readImports();
  const importers = new Map<string, string[]>();
  for (const [file, paths] of imports)
    for (const path of paths) importers.set(path, [...(importers.get(path) ?? []), file]);
  return (path) =>
    [...reach(path, importers)]
      .filter(([file]) => /^tests\/unit\/.*\.test\.ts$/.test(file))
      .map(([file, count]) => ({
        test: resolve(file),
        imports: count,
        sources: reach(file, imports).size,
      }))
      .toSorted((one, other) => one.imports - other.imports || one.sources - other.sources);
}

/** Chooses the tests of a source: close ones that pass, and are fast, without a fault. */
function testChooser(runner: Runner, times: Stored['times']) {
  const testsOf = findTests();
  const measure = async (test: string): Promise<number | null> => {
    const key = hash(test + readFileSync(test, 'utf8'));
    const before = times[key];
    if (before !== undefined) return before;
    const report = await runner.run({ source: null, tests: [test] }, 2 * LONGEST_TEST_MS);
    const time = report?.milliseconds[test];
    const isUsable = report?.failed.length === 0 && time !== undefined && time < LONGEST_TEST_MS;
    times[key] = isUsable ? time : null;
    return times[key];
  };
  return async (path: string) => {
    const related = testsOf(path);
    const furthest = (related[0]?.imports ?? 0) + MOST_IMPORTS_FURTHER;
    const chosen: { test: string; time: number }[] = [];
    for (const { test, imports } of related) {
      if (imports > furthest || chosen.length === MOST_TESTS) break;
      const time = await measure(test);
      if (time !== null) chosen.push({ test, time });
    }
    return {
      tests: chosen.map(({ test }) => test),
      withinMs: ENDLESS_MS + 3 * chosen.reduce((sum, { time }) => sum + time, 0),
    };
  };
}

function readResults(): Stored {
  try {
    return stored.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));
  } catch {
    return { mutants: {}, times: {} };
  }
}

function chooseMutants(paths: readonly string[], sample: number | null, seed: string): Mutant[] {
  const files = [...readImports().keys()].filter((file) => !NOT_MUTATED.test(file));
  const sources = paths.flatMap((path) => {
    const inside = files.filter((file) => file === path || file.startsWith(`${path}/`));
    if (inside.length === 0) throw new Error(`There is no source at ${path}.`);
    return inside;
  });
  const all = sources.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return mutationsOf(path, text).map((mutation): Mutant => ({ ...mutation, path, text }));
  });
  if (sample === null) return all;
  const random = seededRandom(seed);
  const drawn = new Set(
    all
      .map((mutant) => ({ mutant, order: random() }))
      .toSorted((one, other) => one.order - other.order)
      .slice(0, sample)
      .map(({ mutant }) => mutant),
  );
  return all.filter((mutant) => drawn.has(mutant));
}

const lineOf = ({ path, line, text, start, end, replacement }: Mutant): string => {
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 60);
  return `  ${path}:${line}  ${short(text.slice(start, end))}  ->  ${short(replacement)}`;
};

interface Result {
  mutant: Mutant;
  /** null if the source has no unit test. */
  outcome: Outcome | null;
}

const countOf = (results: readonly Result[], outcome: Result['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length;

/** Prints the survivors of a source. */
function reportSource(path: string, results: readonly Result[]): void {
  const tested = results.length - countOf(results, null);
  const killed = tested - countOf(results, 'nothing');
  const text = tested === 0 ? 'no unit test' : `${killed} of ${tested}`;
  console.log(`${text.padStart(12)}  ${path}`);
  for (const { mutant, outcome } of results) if (outcome === 'nothing') console.log(lineOf(mutant));
}

/** @returns whether enough mutants were killed. */
function reportAll(results: readonly Result[]): boolean {
  const untested = countOf(results, null);
  const tested = results.length - untested;
  const byTypes = countOf(results, 'types');
  const killed = tested - countOf(results, 'nothing');
  const share = tested === 0 ? 1 : killed / tested;
  console.log(
    `\n${killed} of ${tested} mutants killed (${(share * 100).toFixed(1)} %, goal ${GOAL * 100} %), ${byTypes} of them by the type check alone; ${untested} in sources without a unit test.`,
  );
  return share >= GOAL;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: 'mutants' },
      fresh: { type: 'boolean', default: false },
    },
  });
  const sample = values.sample === undefined ? null : Number(values.sample);
  const mutants = chooseMutants(
    positionals.length > 0 ? positionals : MUTATED,
    sample,
    values.seed,
  );
  const results = values.fresh ? { mutants: {}, times: {} } : readResults();
  const runner = new Runner();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      runner.stop();
      process.exit(130);
    });
  const testsOf = testChooser(runner, results.times);
  const all: Result[] = [];
  mkdirSync(dirname(RESULTS), { recursive: true });
  for (const [path, of] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    const { tests, withinMs } = await testsOf(path);
    const testTexts = hash(tests.map((test) => readFileSync(test, 'utf8')).join('\0'));
    const ofSource: Result[] = [];
    for (const mutant of of) {
      const before = results.mutants[keyOf(mutant)];
      // A better test may kill the survivor.
      const isCurrent = before?.outcome === 'test' || before?.tests === testTexts;
      let outcome = isCurrent ? before.outcome : null;
      if (outcome === null && tests.length > 0) {
        const text = mutated(mutant);
        const ended = await runner.run({ source: { path: resolve(path), text }, tests }, withinMs);
        if (ended === null || ended.failed.length > 0) outcome = 'test';
        else outcome = (await isRefusedByTypes(path, text)) ? 'types' : 'nothing';
        results.mutants[keyOf(mutant)] = { outcome, tests: testTexts };
        writeFileSync(RESULTS, JSON.stringify(results));
      }
      ofSource.push({ mutant, outcome });
      process.stderr.write(`\r${all.length + ofSource.length} of ${mutants.length} `);
    }
    reportSource(path, ofSource);
    all.push(...ofSource);
  }
  runner.stop();
  if (!reportAll(all)) process.exitCode = 1;
}

await main();
