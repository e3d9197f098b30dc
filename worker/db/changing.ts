import type { ApiTokenFacts } from '../../shared/api-tokens/scopes.ts';
import type { Database } from './client.ts';

/** The parts of a service's context that a change needs (worker/context/context.ts). */
export interface Changing {
  db: Database;
  /** The author of the change; null for cron and scanner work. */
  operator: { id: number; email: string; apiToken?: ApiTokenFacts } | null;
  /** Now, in milliseconds since the epoch. */
  clock: () => number;
  /** Identifies the request in the audit trail. */
  requestId: string;
}
