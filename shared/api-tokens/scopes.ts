import * as z from 'zod/mini';

/**
 * The permissions of a token: `read` makes every call that changes nothing, `write` those that
 * change something, and `secrets`, together with `read` or `write`, those that return secrets.
 */
export const SCOPES = ['read', 'write', 'secrets'] as const;
export const scope = z.enum(SCOPES);
export type Scope = z.infer<typeof scope>;

/** A token that acts for its operator. */
export interface ApiTokenFacts {
  id: number;
  name: string;
  scopes: readonly Scope[];
}
