/**
 * Writes to the browser's console: every answer and every failed call, by method, path and status. Bodies,
 * tokens and queries are never written. No other file writes there.
 */
export function logError(message: string, details: Record<string, unknown> = {}): void {
  // biome-ignore lint/suspicious/noConsole: failed calls are logged on purpose.
  console.error(message, details);
}

export function logAnswer(message: string, details: Record<string, unknown> = {}): void {
  // biome-ignore lint/suspicious/noConsole: answers are logged on purpose.
  console.info(message, details);
}
