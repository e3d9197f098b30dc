/**
 * The addresses that one caller may fetch. Each caller has its own policy and cannot reach the addresses of another.
 */
export interface FetchPolicy {
  /** Configured API addresses: the same scheme, host and port, and a path below theirs. Any address, http included. */
  bases: readonly URL[];
  /** `host:port` of configured page hosts: http and https, any address, any path. */
  hosts: ReadonlySet<string>;
  /** Host suffixes in lower case, matched at label boundaries: https on the default port, public names only. */
  suffixes: readonly string[];
}

/** A fetch that accepts only addresses that the caller's policy allows, and reads at most `maxBytes` of a body. */
export type GuardedFetch = (
  address: string | URL,
  init: RequestInit & { policy: FetchPolicy; maxBytes?: number },
) => Promise<Response>;
