/**
 * Options for waiting for a state that comes soon. They are so generous that only a state that
 * never comes exceeds them.
 */
export const PATIENCE = { timeout: 60_000 };
