import type { Settings } from '../launch/settings.ts';

/** The page or command that shows the running version. */
export const STATUS = 'npx wrangler deployments status';

/** The id of a version at Cloudflare; null if there is none, and undefined if it is unknown. */
export type VersionId = string | null | undefined;

/** What the steps of a deployment share. */
export interface Deployment {
  /** The checked variables of `.env` and the environment. */
  settings: Settings;
  /** The same as texts, including values that were entered during the deployment. */
  source: NodeJS.ProcessEnv;
  /** The address of the desk after the deployment. */
  url: URL;
  /** The name of the Worker, its queues and its required secrets, from wrangler.toml. */
  worker: { name: string; queues: string[]; required: string[] };
  /** How long the new version may take to answer everywhere, in milliseconds. */
  answersWithinMs: number;
  /** Whether a step changes nothing, and returns what it would do. */
  isDryRun: boolean;
  /** Prompts for a secret; null without a terminal. */
  ask: ((prompt: string) => Promise<string>) | null;
  /** Secrets that the deployed Worker has; null before its first deployment. */
  stored: string[] | null;
  /** Secrets that are uploaded with the new version. */
  secrets: Record<string, string>;
  variables: Record<string, string>;
  /** The version that ran before. */
  previous: VersionId;
  /** The version that was uploaded. */
  deployed: VersionId;
  /** Whether the checks have found a database that a deployment can use. */
  isChecked: boolean;
}

export interface Step {
  name: string;
  /**
   * Does the step, or finds that nothing needs to be done.
   * @returns lines about it
   */
  run(deployment: Deployment): Promise<string[]>;
}

/** A step that cannot be done before somebody acts. */
export class StepFailure extends Error {
  /** What to do, in a sentence. */
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}
