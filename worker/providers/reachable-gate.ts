import { DomainError } from '../../shared/errors.ts';
import type { Gate } from '../context/gate.ts';

/**
 * A gate whose failures count as those of the server: its storage may be on a full disk, or it is
 * being restarted.
 */
export function reachableGate(gate: Gate): Gate {
  const guard = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((cause: unknown) => {
      const message =
        'Calls to the provider cannot be counted: the disk may be full. Please try again.';
      throw new DomainError('unavailable', message, { cause });
    });
  return {
    admit: (request) => guard(gate.admit(request)),
    report: (report) => guard(gate.report(report)),
    quota: () => guard(gate.quota()),
  };
}
