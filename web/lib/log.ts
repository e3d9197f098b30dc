/**
 * The one place that writes to the browser's console: every failed call always, every answer in development
 * (part 7, "responses and errors are logged to the console"). Bodies, tokens and search terms are never written.
 */
export function logError(message: string, details: Record<string, unknown> = {}): void {
  // biome-ignore lint/suspicious/noConsole: failed calls are written to the console on purpose (part 7).
  console.error(message, details);
}

export function logAnswer(message: string, details: Record<string, unknown> = {}): void {
  if (!import.meta.env.DEV) return;
  // biome-ignore lint/suspicious/noConsole: answers are written to the console in development (part 7).
  console.debug(message, details);
}
