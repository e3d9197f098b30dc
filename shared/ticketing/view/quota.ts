/** The rest of the provider's daily allowance; `resets` is an ISO instant or null where the provider names none. */
export interface ProviderQuota {
  available: number;
  limit: number | null;
  resets: string | null;
}

/** Reads the header `available=4990, limit=5000, resets=...`; null when it is absent or holds no count. */
export function readQuota(header: string | null): ProviderQuota | null {
  if (header === null) return null;
  const parts = new Map(
    header.split(',').map((part) => {
      const [key = '', ...value] = part.split('=');
      return [key.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  const available = readCount(parts.get('available'));
  if (available === null) return null;
  return {
    available,
    limit: readCount(parts.get('limit')),
    resets: parts.get('resets') || null,
  };
}

function readCount(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}
