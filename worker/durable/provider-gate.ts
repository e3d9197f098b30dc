import { DurableObject } from 'cloudflare:workers';
import type {
  Admission,
  AdmissionRequest,
  Gate,
  GateReport,
  ProviderQuota,
} from '../context/gate.ts';
import { admit, currentQuota, type GateState, INITIAL_STATE, settle } from '../providers/gate.ts';

const KEY = 'state';

/**
 * The one gate of a provider for the whole deployment, addressed by the provider's name. Isolates
 * share no memory; without the gate each would use the full pace and count only its own calls.
 */
export class ProviderGate extends DurableObject implements Gate {
  /** Assigns the start time of one call; the caller waits for it. */
  async admit(request: AdmissionRequest): Promise<Admission> {
    const { state, admission } = admit(this.#read(), request, Date.now());
    this.#write(state);
    return admission;
  }

  /** Applies an answer's data about quota and pace. */
  async report(report: GateReport): Promise<void> {
    this.#write(settle(this.#read(), report, Date.now()));
  }

  /** The remaining calls of today's quota; null while the provider has named none. */
  async quota(): Promise<ProviderQuota | null> {
    return currentQuota(this.#read().quota, Date.now());
  }

  #read(): GateState {
    return this.ctx.storage.kv.get<GateState>(KEY) ?? INITIAL_STATE;
  }

  #write(state: GateState): void {
    this.ctx.storage.kv.put(KEY, state);
  }
}
