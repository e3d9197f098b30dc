/** Options of waiting for a state that comes soon: only what never comes shall reach this, on any machine. */
export const PATIENCE = { timeout: 60_000 };
