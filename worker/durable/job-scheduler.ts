import type { OpenJob } from './scan-desk-store.ts';

/** A waiting job and the scanner that gets it. */
export interface Assignment {
  id: string;
  scanner: string;
}

/**
 * Assigns waiting jobs to scanners: each to the one with the fewest jobs, and to the one that just failed on it only when
 * no other is there. Pure.
 */
export function assignJobs(open: readonly OpenJob[], scanners: readonly string[]): Assignment[] {
  const load = new Map(scanners.map((scanner) => [scanner, 0]));
  for (const { state } of open)
    if (state.phase === 'leased' && load.has(state.scanner))
      load.set(state.scanner, (load.get(state.scanner) ?? 0) + 1);
  const assignments: Assignment[] = [];
  for (const { job, state } of open) {
    if (state.phase !== 'waiting') continue;
    const [scanner] = [...load.keys()].sort((a, b) => {
      const failed = Number(a === state.lastScanner) - Number(b === state.lastScanner);
      return failed || (load.get(a) ?? 0) - (load.get(b) ?? 0);
    });
    if (scanner === undefined) return assignments;
    load.set(scanner, (load.get(scanner) ?? 0) + 1);
    assignments.push({ id: job.id, scanner });
  }
  return assignments;
}
