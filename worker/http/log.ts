import type { Log } from '../context.ts';

/** Shapes of secrets that must not reach a log line even inside a foreign error's text. */
const SECRETS: [RegExp, string][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]'],
  [
    /\b(apikey|api_key|client_id|client_secret|token|password|authorization)(["']?\s*[=:]\s*["']?)(?:Bearer\s+)?[^\s&"',}]+/gi,
    '$1$2[hidden]',
  ],
  [/\b(?:\d[ -]?){13,19}\b/g, '[number]'],
];

/** JSON lines on the platform's log. Every line carries the request's id. */
export function createLog(requestId: string): Log {
  return {
    info: (message, fields = {}) => writeLine('info', requestId, message, fields),
    error: (message, fields = {}) => writeLine('error', requestId, message, fields),
  };
}

/** Writes one JSON line. Texts of errors are cleared of secrets. */
function writeLine(
  level: 'info' | 'error',
  requestId: string,
  message: string,
  fields: Record<string, unknown>,
): void {
  const time = new Date().toISOString();
  const line = JSON.stringify({ time, level, message, request_id: requestId, ...fields });
  // biome-ignore lint/suspicious/noConsole: the platform's log is its console, and this is the only place that writes to it
  console[level](level === 'error' ? hideSecrets(line) : line);
}

/** An error as log fields: no statement's parameters, no answer bodies, no secrets. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const isQuery = 'query' in error && 'params' in error;
  const described: Record<string, unknown> = isQuery
    ? { error: 'DatabaseQueryError', query: error.query }
    : { error: error.name, text: hideSecrets(error.message), stack: stackOf(error) };
  if (error.cause instanceof Error) described.cause = describeError(error.cause);
  return described;
}

function stackOf(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => line.startsWith('at ')).slice(0, 8);
}

function hideSecrets(text: string): string {
  return SECRETS.reduce((hidden, [pattern, instead]) => hidden.replace(pattern, instead), text);
}
