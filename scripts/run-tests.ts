/**
 * `npm test`: every check and every test of the product, then one closing line `N passed, N failed`.
 * Names of stages as arguments run those only.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import {
  addTally,
  countCrashesAgain,
  emptyTally,
  readPlaywrightReport,
  readVitestReport,
  type Tally,
} from './checks/reports.ts';
import {
  type CommandResult,
  nodeProgram,
  runCommand,
  stopCommandsOnSignals,
} from './checks/run-command.ts';
import { staticChecks } from './checks/static-checks.ts';
import { ensureSystemPrograms, findWebKit } from './checks/system-programs.ts';

interface Stage {
  name: string;
  command: string[];
  /** Without a report, the command counts as one test. */
  readReport?: () => Promise<Tally | undefined>;
  env?: NodeJS.ProcessEnv;
  /** Whether it begins after the build, if that is one of the stages. */
  needsBuild?: boolean;
  /**
   * Whether it begins only after the installation of programs that npm does not install, which
   * takes a minute on a new machine.
   */
  needsPrograms?: boolean;
  /** Its share of {@link SLOTS}; 1 by default, 0 for one that mostly waits. */
  slots?: number;
  /**
   * Runs failed tests again, to record more details. Its result counts only for tests whose browser
   * crashed. It clears `output`, which is copied before.
   */
  afterFailure?: { command: string[]; output: string };
}

const REPORTS = 'test-results/reports';
/** Only a stage that hangs reaches this limit: a busy machine takes three times as long as an idle one. */
const LIMIT_MS = 40 * 60_000;
const AFTER_FAILURE_LIMIT_MS = 3 * 60_000;
/** The reason in the last line. */
const NO_WEBKIT = 'apt has no webkit2gtk-driver or xvfb, or may not install them';

/** The unit tests unpack files with unzip. */
const PROJECTS_WITH_PROGRAMS = new Set(['component', 'imap', 'unit']);

function vitestStage(project: string): Stage {
  const file = `${REPORTS}/${project}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name: `${project} tests`,
    command: nodeProgram('vitest/vitest.mjs', 'run', '--project', project, ...reporters),
    readReport: () => readVitestReport(file),
    needsPrograms: PROJECTS_WITH_PROGRAMS.has(project),
  };
}

/** Browser tests: those that an option of Playwright selects. */
function browserStage(name: string, selected: string, rest: Partial<Stage>): Stage {
  const report = `${REPORTS}/e2e-${name}.json`;
  const output = `test-results/e2e-${name}-${process.pid}`;
  const command = (...options: string[]) =>
    nodeProgram('@playwright/test/cli.js', 'test', selected, ...options, '--reporter=dot,json');
  return {
    name: `e2e ${name}`,
    command: command(),
    needsBuild: true,
    needsPrograms: true,
    readReport: () => readPlaywrightReport(report),
    // Tracing every test would take a tenth of the processor time.
    afterFailure: { command: command('--last-failed', '--trace=on'), output },
    ...rest,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_OUTPUT: output, ...rest.env },
  };
}

const buildStage: Stage = { name: 'build', command: [process.execPath, 'scripts/build-web.ts'] };
/**
 * Those that run one test after the other come first: each uses less than one processor, and at the end would leave the
 * others idle. The rest runs several tests at once. The browser tests wait for the build.
 */
const stages: Stage[] = [
  buildStage,
  // Mail servers and scanners mostly wait for each other.
  { ...vitestStage('imap'), slots: 0 },
  vitestStage('component'),
  vitestStage('worker'),
  // Each starts products of its own.
  browserStage('starts', '--project=starts', { env: { E2E_ORIGIN: '' } }),
  // The names of all tests begin with that of their project.
  browserStage('pages', '--grep-invert=^starts ', { slots: 2 }),
  vitestStage('unit'),
  ...staticChecks,
  vitestStage('types'),
  {
    name: 'deploy dry run',
    command: nodeProgram(
      'wrangler/bin/wrangler.js',
      'deploy',
      '--dry-run',
      '--outdir',
      'dist/worker',
    ),
    needsBuild: true,
    env: { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
  },
  {
    name: 'bundle budget',
    command: [process.execPath, 'tests/bench/harness/check-bundle.ts'],
    needsBuild: true,
  },
];
/**
 * Two cores are busy with these. The browser tests of pages take two: they run several at once, and with
 * two other stages beside them the total time was longer.
 */
const SLOTS = 3;

const durations: { name: string; seconds: number }[] = [];

async function runStage(stage: Stage): Promise<Tally> {
  const result = await runCommand(stage.command, { env: stage.env, limitMs: LIMIT_MS });
  durations.push({ name: stage.name, seconds: result.seconds });
  const tally = await countStage(stage, result);
  if (stage.afterFailure && tally.failed.length > 0 && !result.isCutShort) {
    await runAgain(stage, stage.afterFailure, tally);
  }
  const skipped = tally.skipped.length > 0 ? `, ${tally.skipped.length} skipped` : '';
  console.log(
    `${tally.failed.length === 0 ? 'ok    ' : 'FAILED'} ${stage.name}: ${tally.passed} passed, ${tally.failed.length} failed${skipped} (${result.seconds.toFixed(1)} s)`,
  );
  return tally;
}

/** Runs the failed tests of a stage again. Those whose browser crashed count by this run, and are named. */
async function runAgain(
  { env, readReport }: Stage,
  { command, output }: NonNullable<Stage['afterFailure']>,
  tally: Tally,
): Promise<void> {
  const first = `${output}-first`;
  // A product that does not start leaves no pages.
  if (existsSync(output)) await cp(output, first, { recursive: true });
  const { isCutShort } = await runCommand(command, { env, limitMs: AFTER_FAILURE_LIMIT_MS });
  console.log(`       pages that failed in ${first}, traces of another run in ${output}`);
  const again = isCutShort ? undefined : await readReport?.();
  for (const { name } of again ? countCrashesAgain(tally, again) : []) {
    console.log(`       the browser crashed, and another run passed: ${name}`);
  }
}

/**
 * Runs the stages in their order, as many at once as {@link SLOTS} allows. `installing` ends when the
 * programs that npm does not install are there.
 */
async function runStages(
  waiting: Stage[],
  installing: Promise<void>,
  count: (tally: Tally) => void,
): Promise<void> {
  let isBuilt = !waiting.includes(buildStage);
  let areInstalled = false;
  let free = SLOTS;
  const running = new Set<Promise<void>>();
  const installed = installing.then(() => {
    areInstalled = true;
    running.delete(installed);
  });
  running.add(installed);
  // If nothing is missing, the stages keep their order.
  await Promise.race([installed, setImmediate()]);
  const start = (stage: Stage, slots: number) => {
    free -= slots;
    const run = runStage(stage).then((tally) => {
      count(tally);
      if (stage === buildStage) isBuilt = true;
      free += slots;
      running.delete(run);
    });
    running.add(run);
  };
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ needsBuild, needsPrograms }) =>
        (isBuilt || !needsBuild) && (areInstalled || !needsPrograms),
    );
    const stage = waiting[next];
    const slots = stage?.slots ?? 1;
    if (stage === undefined || slots > free) await Promise.race(running);
    else {
      waiting.splice(next, 1);
      start(stage, slots);
    }
  }
  await Promise.all(running);
}

async function countStage(stage: Stage, result: CommandResult): Promise<Tally> {
  const crash = { name: stage.name, message: result.output.trim() };
  if (stage.readReport === undefined) {
    return { ...emptyTally(), ...(result.passed ? { passed: 1 } : { failed: [crash] }) };
  }
  const tally = await stage.readReport();
  if (tally === undefined || tally.passed + tally.failed.length === 0) {
    return { ...emptyTally(), failed: [{ ...crash, name: `${stage.name} did not run` }] };
  }
  // All tests passed but the run failed: an error outside any test.
  if (!result.passed && tally.failed.length === 0) tally.failed.push(crash);
  else if (result.isCutShort) tally.failed.push({ ...crash, name: `${stage.name} took too long` });
  return tally;
}

/** A temporary folder of its own, which is removed with everything that tests leave in it, even if they are stopped. */
function makeTemporaryFolder(): () => void {
  // The next run reuses Node's compiled code.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  const folder = mkdtempSync(join(tmpdir(), 'desk-tests-'));
  // Dovecot reads its mail folders as a user of its own.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const isChosen = ({ name }: Stage) =>
    wanted.length === 0 || wanted.some((want) => name.startsWith(want));
  await rm(REPORTS, { recursive: true, force: true });
  await mkdir(REPORTS, { recursive: true });
  const removeTemporaryFolder = makeTemporaryFolder();
  stopCommandsOnSignals(removeTemporaryFolder);

  const total = emptyTally();
  const installing = ensureSystemPrograms().then((sentences) => {
    for (const message of sentences) total.failed.push({ name: 'the machine', message });
  });
  await runStages(stages.filter(isChosen), installing, (tally) => addTally(total, tally));
  removeTemporaryFolder();
  reportSlowest(total.files);
  report(total);
  process.exit(total.failed.length === 0 ? 0 : 1);
}

/** The slowest stages and files. Files of a stage share the processor with other stages. */
function reportSlowest(files: Tally['files']): void {
  const list = (entries: typeof durations) =>
    entries
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, 10)
      .map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`)
      .join(', ');
  console.log(`\nslowest stages: ${list(durations)}`);
  const inSeconds = files.map(({ name, ms }) => ({ name, seconds: ms / 1000 }));
  if (files.length > 0) console.log(`slowest files: ${list(inSeconds)}`);
}

function report({ passed, failed, skipped }: Tally): void {
  for (const { name, reason } of skipped) console.log(`skipped: ${name} (${reason})`);
  for (const { name, message } of failed) {
    console.log(`\nFAILED ${name}\n${stripVTControlCharacters(message)}`);
  }
  if (skipped.length > 0) console.log(`\n${skipped.length} skipped, for the reasons above`);
  const leftOut = findWebKit() ? '' : `, WebKitGTK left out (${NO_WEBKIT})`;
  console.log(`\n${passed} passed, ${failed.length} failed${leftOut}`);
}

await main();
