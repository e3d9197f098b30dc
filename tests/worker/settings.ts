import { env } from 'cloudflare:workers';
import { type Bindings, readEnv } from '../../worker/context/env.ts';

/** The variables that the Worker under test runs with. */
// The runtime's type of `env` names no plain variables.
export const bindings = env as unknown as Bindings;

/** The same, read and checked as the Worker does. */
export const readSettings = () => readEnv(bindings);
