/**
 * `npm test`: every check and every test of the product, then one closing line `N passed, N failed`.
 * Names of stages as arguments run those only.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readPlaywrightReport, readVitestReport, type Tally } from './checks/reports.ts';
import {
  type CommandResult,
  nodeProgram,
  runCommand,
  stopCommandsOnSignals,
} from './checks/run-command.ts';
import { staticChecks } from './checks/static-checks.ts';
import { ensureSystemPrograms } from './checks/system-programs.ts';

interface Stage {
  name: string;
  command: string[];
  /** Without a report, the command counts as one test. */
  readReport?: () => Promise<Tally | undefined>;
  env?: NodeJS.ProcessEnv;
  /** Runs after a failure, to leave more to look at. Its result does not count. */
  afterFailure?: { command: string[]; leaves: string };
}

const REPORTS = 'test-results/reports';
const LIMIT_MS = 12 * 60_000;
const AFTER_FAILURE_LIMIT_MS = 60_000;

function vitestStage(project: string): Stage {
  const file = `${REPORTS}/${project}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name: `${project} tests`,
    command: nodeProgram('vitest/vitest.mjs', 'run', '--project', project, ...reporters),
    readReport: () => readVitestReport(file),
  };
}

const browserReport = `${REPORTS}/e2e.json`;
const browserOutput = `test-results/e2e-${process.pid}`;
const browserTests = (...options: string[]) =>
  nodeProgram('@playwright/test/cli.js', 'test', ...options);
/** Stages of one row run at the same time, so that waiting stages leave the processor to others. Rows run in turn. */
const rows: Stage[][] = [
  [...staticChecks, { name: 'build', command: [process.execPath, 'scripts/build-web.ts'] }],
  [
    { name: 'bundle budget', command: [process.execPath, 'tests/bench/harness/check-bundle.ts'] },
    ...['types', 'unit', 'worker', 'imap', 'component'].map(vitestStage),
    {
      name: 'deploy dry run',
      command: nodeProgram(
        'wrangler/bin/wrangler.js',
        ...['deploy', '--dry-run', '--outdir', 'dist/worker'],
      ),
      env: { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
    },
  ],
  [
    {
      name: 'e2e tests',
      command: browserTests('--reporter=dot,json'),
      readReport: () => readPlaywrightReport(browserReport),
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport, E2E_OUTPUT: browserOutput },
      // Tracing every test would take a tenth of the processor time.
      afterFailure: {
        command: browserTests('--last-failed', '--trace=on', '--reporter=dot'),
        leaves: `traces of what failed in ${browserOutput}`,
      },
    },
  ],
];

async function runStage(stage: Stage): Promise<Tally> {
  const result = await runCommand(stage.command, { env: stage.env, limitMs: LIMIT_MS });
  const tally = await countStage(stage, result);
  const skipped = tally.skipped.length > 0 ? `, ${tally.skipped.length} skipped` : '';
  console.log(
    `${tally.failed.length === 0 ? 'ok    ' : 'FAILED'} ${stage.name}: ${tally.passed} passed, ${tally.failed.length} failed${skipped} (${result.seconds.toFixed(1)} s)`,
  );
  if (stage.afterFailure && tally.failed.length > 0 && !result.isCutShort) {
    await runCommand(stage.afterFailure.command, {
      env: stage.env,
      limitMs: AFTER_FAILURE_LIMIT_MS,
    });
    console.log(`       ${stage.afterFailure.leaves}`);
  }
  return tally;
}

async function countStage(stage: Stage, result: CommandResult): Promise<Tally> {
  const crash = { name: stage.name, message: result.output.trim() };
  if (stage.readReport === undefined) {
    return { passed: result.passed ? 1 : 0, failed: result.passed ? [] : [crash], skipped: [] };
  }
  const tally = await stage.readReport();
  if (tally === undefined || tally.passed + tally.failed.length === 0) {
    return { passed: 0, failed: [{ ...crash, name: `${stage.name} did not run` }], skipped: [] };
  }
  // All tests passed but the run failed: an error outside of any test.
  if (!result.passed && tally.failed.length === 0) tally.failed.push(crash);
  else if (result.isCutShort) tally.failed.push({ ...crash, name: `${stage.name} took too long` });
  return tally;
}

/** A temporary folder of its own, which is removed with everything that tests leave in it, even if they are stopped. */
function makeTemporaryFolder(): () => void {
  // The next run uses Node's compiled code again.
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

  const total: Tally = { passed: 0, failed: [], skipped: [] };
  for (const sentence of ensureSystemPrograms()) {
    total.failed.push({ name: 'the machine', message: sentence });
  }
  for (const row of rows) {
    for (const tally of await Promise.all(row.filter(isChosen).map(runStage))) {
      total.passed += tally.passed;
      total.failed.push(...tally.failed);
      total.skipped.push(...tally.skipped);
    }
  }
  removeTemporaryFolder();
  report(total);
  process.exit(total.failed.length === 0 ? 0 : 1);
}

function report({ passed, failed, skipped }: Tally): void {
  for (const { name, reason } of skipped) console.log(`skipped: ${name} (${reason})`);
  for (const { name, message } of failed) {
    console.log(`\nFAILED ${name}\n${stripVTControlCharacters(message)}`);
  }
  if (skipped.length > 0) console.log(`\n${skipped.length} skipped, for the reasons above`);
  console.log(`\n${passed} passed, ${failed.length} failed`);
}

await main();
