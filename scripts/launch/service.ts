import type { LibsqlKey } from '../services/libsql.ts';
import type { DataFolder } from './data-folder.ts';
import type { ProviderPlan, Settings } from './settings.ts';

/** Values that services share; a service reads those that earlier ones have filled in. */
export interface Launch {
  settings: Settings;
  folder: DataFolder;
  providers: ProviderPlan;
  /** `npm run dev`: Vite's hot reload listens on PORT, the Worker on a port of its own. */
  isDev: boolean;
  libsqlUrl: string;
  /** The token of LIBSQL_URL's server, or of the one that this start runs. */
  libsqlAuthToken: string | undefined;
  /** Absent until this start runs a libSQL server of its own. */
  libsqlKey: LibsqlKey | undefined;
  simulatorOrigin: string | undefined;
  /** The port of the simulator's mail server. */
  simulatorMailPort: number | undefined;
  /** The port of the Worker; PORT itself unless `isDev`. */
  workerPort: number;
  /** The folder that the Worker serves the web app from. */
  webFolder: string;
  /** The operator to sign in as, with the password if it was generated just now. */
  operator: string;
}

/** A running service. */
export interface RunningService {
  pid?: number;
  /** Ends within a few seconds, also when its processes are frozen. */
  stop(): Promise<void>;
  /** Settles when the service can be used; absent if `start` has waited already. */
  ready?: Promise<void>;
  /** One sentence, once it has ended; absent for a service inside this process. */
  ended?: Promise<string>;
}

/** One part of the product. Services start one after another, in the order of `scripts/start.ts`. */
export interface Service {
  name: string;
  /** Whether the product works without it: then it is restarted as long as the product runs. */
  isOptional?: boolean;
  /** Stopped after the other services, because they write to it until they end. */
  stopsLast?: boolean;
  /**
   * Called again when what it started has ended: it then restarts at the same address.
   * @returns undefined if this start does not need it
   */
  start(launch: Launch): Promise<RunningService | undefined>;
}
