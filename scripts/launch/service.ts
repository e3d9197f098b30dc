import type { DataFolder } from './data-folder.ts';
import type { ProviderPlan, Settings } from './settings.ts';

/** What services tell each other; a service reads what those before it have filled in. */
export interface Launch {
  settings: Settings;
  folder: DataFolder;
  providers: ProviderPlan;
  /** `npm run dev`: Vite's hot reload stands on PORT, the Worker on a port of its own. */
  isDev: boolean;
  libsqlUrl: string;
  simulatorOrigin: string | undefined;
  /** Where the Worker listens; PORT itself unless `isDev`. */
  workerPort: number;
  /** The folder that the Worker serves the web app from. */
  webFolder: string;
  /** The operator to sign in as, with the password where it was generated just now. */
  operator: string;
  /** Lines for the block that is printed before `Ready`. */
  notes: string[];
}

/** A service that runs. */
export interface RunningService {
  pid?: number;
  stop(): Promise<void>;
  /** Until it can be used; absent where `start` has waited already. */
  ready?: Promise<void>;
  /** One sentence, once it has ended; absent for a service inside this process. */
  ended?: Promise<string>;
}

/** One part of the product; services start in the order of `services.ts` and stop in the opposite one. */
export interface Service {
  name: string;
  /** Whether the product is of use without it: it is tried again for as long as the product runs. */
  isOptional?: boolean;
  /**
   * Called once more when what it started has ended: it comes back at the address that the others know.
   * @returns undefined where this start does not need it
   */
  start(launch: Launch): Promise<RunningService | undefined>;
}
