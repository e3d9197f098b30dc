import { configureGlobal } from 'fast-check';
import { inject, vi } from 'vitest';
import { hashText } from '../../shared/random.ts';
import { repeatRandomValues } from '../setup/repeatable.ts';

// A process runs one file after the other. Each file begins with its own copy of the product's
// modules, the original environment variables and globals, and the real clock; files of a process
// share only packages.
vi.resetModules();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.useRealTimers();

/** The variables at the start of the process. */
const START = Symbol.for('environment');
const start: NodeJS.ProcessEnv = Reflect.get(globalThis, START) ?? { ...process.env };
Reflect.set(globalThis, START, start);
for (const name of Object.keys(process.env)) if (!(name in start)) delete process.env[name];
Object.assign(process.env, start);

repeatRandomValues();
// A property that fails for one input in a million must not fail by chance on some machine.
configureGlobal({ seed: hashText(inject('testSeed')) });
