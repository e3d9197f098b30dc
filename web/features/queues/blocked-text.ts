/** What is known of how many accounts an export would hold. */
interface Counted<T> {
  /** Undefined while nothing came yet. */
  data: T | undefined;
  isError: boolean;
}

/**
 * Why an export is off; null when it is on. It is on too when the count failed: the export itself then says what is
 * wrong.
 */
export function blockedText<T>(
  { data, isError }: Counted<T>,
  hasRows: (data: T) => boolean,
  none: string,
): string | null {
  if (data !== undefined) return hasRows(data) ? null : none;
  return isError ? null : 'Counting the accounts...';
}
