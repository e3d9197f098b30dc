/** Descriptions of the codes of failed connections. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  EHOSTUNREACH: 'no network leads there',
  ENETUNREACH: 'no network leads there',
  ETIMEDOUT: 'it does not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by nobody who is trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** Why a connection failed, as the end of a sentence; null for an error of another kind. */
export function connectionFailure(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const reason = 'code' in at ? REASONS[String(at.code)] : undefined;
    if (reason !== undefined) return reason;
    if (at.name === 'TimeoutError') return 'it does not answer in time';
    // A host with several addresses fails once for each.
    if (at instanceof AggregateError) return connectionFailure(at.errors[0]);
  }
  return null;
}
