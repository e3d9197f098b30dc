/** The addresses that one caller may fetch. Each caller has its own policy and cannot reach the addresses of another. */
export interface FetchPolicy {
  /** Configured API addresses: the same scheme, host and port, and a path below theirs. Any address, http included. */
  bases: readonly URL[];
  /** `host:port` of configured page hosts: http and https, any address, any path. */
  hosts: ReadonlySet<string>;
  /** Host suffixes on label borders, lower case: https on the default port, public names only. */
  suffixes: readonly string[];
}

/** A fetch of only those addresses that the caller's policy allows; of a body, at most `maxBytes` are read. */
export type GuardedFetch = (
  address: string | URL,
  init: RequestInit & { policy: FetchPolicy; maxBytes?: number },
) => Promise<Response>;
