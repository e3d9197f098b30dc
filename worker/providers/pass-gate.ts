import type { Admission, AdmissionRequest, Gate } from '../context/gate.ts';
import { pause } from '../security/pause.ts';

/**
 * Waits at a gate until the call may start.
 * @returns the admission, or the refusal of a wait that would be too long.
 */
export async function passGate(
  gate: Gate,
  request: AdmissionRequest,
  signal: AbortSignal,
): Promise<Exclude<Admission, { kind: 'later' }>> {
  for (;;) {
    const admission = await gate.admit(request);
    if (admission.kind === 'refused') return admission;
    const isAdmitted = admission.kind === 'admitted';
    await pause(isAdmitted ? admission.waitMs : admission.retryAfterMs, signal);
    if (isAdmitted) return admission;
  }
}
