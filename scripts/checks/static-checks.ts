import { nodeProgram } from './run-command.ts';

/** One check that reads the code without running it. */
export interface StaticCheck {
  name: string;
  command: string[];
}

/** Format, lint, import boundaries, types, dead code: everything but the tests. */
export const staticChecks: StaticCheck[] = [
  {
    name: 'format, lint, boundaries',
    command: nodeProgram('@biomejs/biome/bin/biome', 'ci', '--max-diagnostics=100', '.'),
  },
  {
    name: 'rooms and circles',
    command: [process.execPath, 'scripts/checks/rooms.ts'],
  },
  {
    name: 'packages',
    command: [process.execPath, 'scripts/checks/packages.ts'],
  },
  {
    name: 'types',
    // One checker for one part of the product at a time: four checkers each check the shared types
    // again, which takes half as much processor time in addition, on two processors.
    command: nodeProgram(
      'typescript/bin/tsc',
      '-b',
      '--pretty',
      'false',
      '--builders',
      '1',
      '--checkers',
      '1',
    ),
  },
  { name: 'dead code', command: nodeProgram('knip/bin/knip.js', '--no-progress') },
];
