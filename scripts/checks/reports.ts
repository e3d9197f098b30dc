import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** The result of a test run. */
export interface Tally {
  passed: number;
  failed: { name: string; message: string; isCrash?: boolean }[];
  skipped: { name: string; reason: string }[];
  /** The time that the tests of each file took in all. */
  files: { name: string; ms: number }[];
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    message?: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages?: string[] | null;
      meta?: { skipReason?: string };
    }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      annotations: { type: string; description?: string }[];
      results: { duration: number; errors: { message?: string; stack?: string }[] }[];
    }[];
  }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string; stack?: string }[];
}

async function readReport<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

export const emptyTally = (): Tally => ({ passed: 0, failed: [], skipped: [], files: [] });

/** Adds the figures of one tally to another. */
export function addTally(total: Tally, tally: Tally): void {
  total.passed += tally.passed;
  total.failed.push(...tally.failed);
  total.skipped.push(...tally.skipped);
  total.files.push(...tally.files);
}

/** Counts a test that failed because its browser crashed by its second run, if it has one. */
export function countCrashesAgain(tally: Tally, again: Tally): { name: string }[] {
  const failedAgain = new Set(again.failed.map(({ name }) => name));
  const crashed = tally.failed.filter(({ name, isCrash }) => isCrash && !failedAgain.has(name));
  // A second run that passed fewer tests shows nothing, because some did not run.
  if (again.passed < crashed.length) return [];
  tally.failed = tally.failed.filter((one) => !crashed.includes(one));
  tally.passed += crashed.length;
  return crashed;
}

/** Counts vitest's JSON report; a file that could not be loaded counts as one failure. */
export async function readVitestReport(file: string): Promise<Tally | undefined> {
  const report = await readReport<VitestReport>(file);
  if (report === undefined) return undefined;
  const tally = emptyTally();
  for (const suite of report.testResults) {
    const file = relative(process.cwd(), suite.name);
    tally.files.push({ name: file, ms: suite.endTime - suite.startTime });
    for (const test of suite.assertionResults) {
      const name = `${file}: ${test.fullName}`;
      if (test.status === 'passed') tally.passed += 1;
      else if (test.status === 'failed') {
        tally.failed.push({ name, message: (test.failureMessages ?? []).join('\n') });
      } else {
        tally.skipped.push({ name, reason: test.meta?.skipReason ?? 'see its name' });
      }
    }
    const failedAlready = suite.assertionResults.some(({ status }) => status === 'failed');
    if (suite.status === 'failed' && !failedAlready) {
      tally.failed.push({ name: file, message: suite.message ?? 'did not load' });
    }
  }
  return tally;
}

/** What Playwright reports of a browser that ended by itself, and not of a page that is other than expected. */
const CRASH =
  /\b(?:Page|Target|Browser) crashed\b|browser has been closed|browserType\.launch: |Browser closed/;

/**
 * Whether a test failed because its browser crashed. A timeout does not count, although its pages
 * are closed too.
 * @param messages of its errors; the last describes the open pages
 */
export const isCrash = (messages: readonly string[]): boolean => {
  const causes = messages.filter(
    (message) => message.trim() !== '' && !/ when the test failed:\n/.test(message),
  );
  return (
    causes.length > 0 &&
    causes.every((message) => CRASH.test(message)) &&
    !TOO_LONG.test(causes.join())
  );
};
const TOO_LONG = /Test timeout of/;

/** Counts Playwright's JSON report. */
export async function readPlaywrightReport(file: string): Promise<Tally | undefined> {
  const report = await readReport<PlaywrightReport>(file);
  if (report === undefined) return undefined;
  const tally = emptyTally();
  for (const error of report.errors) {
    tally.failed.push({ name: 'browser tests', message: error.stack ?? error.message ?? '' });
  }
  for (const suite of report.suites) {
    const ms = countSuite(suite, [], tally);
    tally.files.push({ name: `tests/e2e/${suite.file}`, ms });
  }
  return tally;
}

/** @returns how long the suite's tests took. */
function countSuite(suite: PlaywrightSuite, above: string[], tally: Tally): number {
  const path = [...above, suite.title];
  let ms = 0;
  for (const inner of suite.suites ?? []) ms += countSuite(inner, path, tally);
  for (const spec of suite.specs ?? []) {
    const name = [...path, spec.title].join(' > ');
    for (const test of spec.tests) {
      for (const { duration } of test.results) ms += duration;
      if (test.status === 'expected') tally.passed += 1;
      else if (test.status === 'skipped') {
        const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
        tally.skipped.push({ name, reason: reason ?? 'no reason given' });
      } else {
        const errors = test.results.flatMap((result) => result.errors);
        const messages = errors.map((error) => error.stack ?? error.message ?? '');
        tally.failed.push({ name, message: messages.join('\n'), isCrash: isCrash(messages) });
      }
    }
  }
  return ms;
}
