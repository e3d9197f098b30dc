/** `npm run verify`: every check that needs no browser, server or Workers runtime, all at once. */
import { nodeProgram, runCommand, stopCommandsOnSignals } from './checks/run-command.ts';
import { staticChecks } from './checks/static-checks.ts';

const unitTests = {
  name: 'unit and type tests',
  command: nodeProgram('vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'types'),
};

stopCommandsOnSignals();
const checks = [...staticChecks, unitTests];
const startedAt = Date.now();
const results = await Promise.all(
  checks.map(async ({ name, command }) => {
    const result = await runCommand(command);
    console.log(`${result.passed ? 'ok    ' : 'FAILED'} ${name} (${result.seconds.toFixed(1)} s)`);
    return { name, ...result };
  }),
);

const failed = results.filter(({ passed }) => !passed);
for (const { name, output } of failed) console.error(`\n--- ${name}\n${output.trim()}`);
console.log(
  `\n${results.length - failed.length} of ${results.length} checks passed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
