/**
 * Writes one JSON line. Callers pass counts, ids and fixed words: no mail content, no address, no
 * secret.
 */
export function log(message: string, fields: Record<string, string | number | boolean> = {}): void {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), message, ...fields })}\n`,
  );
}
