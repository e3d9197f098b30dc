/** The gate of a provider as services and adapters see it; worker/providers/gate.ts holds its rules. */

/** The rest of the provider's daily quota. `resetsAt` is in milliseconds since the epoch. */
export interface ProviderQuota {
  available: number;
  limit: number;
  resetsAt: number | null;
}

/** `background` work, such as monitors, leaves a reserve of the quota and the pace to operators. */
export type Priority = 'interactive' | 'background';

export interface AdmissionRequest {
  priority: Priority;
  /** The longest wait of the caller, in milliseconds. */
  longestWaitMs: number;
  /** The longest wait for a pause that the provider requested. */
  longestPauseMs: number;
  /** Time between two starts, in milliseconds (worker/providers/paces.ts for an API). */
  spacingMs: number;
}

export type Admission =
  /** Start in `waitMs`. `available` is the quota left after this call, null while it is unknown. */
  | { kind: 'admitted'; waitMs: number; available: number | null }
  /** Background work: try again after `retryAfterMs`, because operators' calls go first. */
  | { kind: 'later'; retryAfterMs: number }
  /**
   * The wait would be too long (`queue`, `pause`), or the rest of the quota is reserved for
   * operators (`reserve`).
   */
  | { kind: 'refused'; reason: 'queue' | 'pause' | 'reserve'; retryAfterMs: number };

/** The limits for later calls that an answer of the provider contains. */
export interface GateReport {
  quota: ProviderQuota | null;
  /** After a 429: how long all callers must not call. Null for an answer that was not refused. */
  pauseMs: number | null;
}

/** The gate of one provider key as its callers see it; each call to the provider passes it. */
export interface Gate {
  admit(request: AdmissionRequest): Promise<Admission>;
  report(report: GateReport): Promise<void>;
  /** The rest of the quota; null until the provider has reported it, and after its day. */
  quota(): Promise<ProviderQuota | null>;
}

/** The gate as a Durable Object (worker/durable/provider-gate.ts). */
export interface ProviderGateMethods extends Rpc.DurableObjectBranded, Gate {}
