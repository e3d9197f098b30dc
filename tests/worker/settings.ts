import { env } from 'cloudflare:workers';
import { type Bindings, readEnv } from '../../worker/context/env.ts';

/** The variables of the Worker under test. */
// The runtime's type of `env` contains no plain variables.
export const bindings = env as unknown as Bindings;

/** The same variables, read and checked as the Worker does. */
export const readSettings = () => readEnv(bindings);
