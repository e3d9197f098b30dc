import type { Log } from '../context/context.ts';

/**
 * Patterns of secrets that must not reach a log line, not even inside the text of a library's
 * error. The name of a value counts when it contains one of the words, such as `LIBSQL_AUTH_TOKEN`;
 * quotes may be escaped. A long text costs linear time, because callers without a sign-in choose
 * the path that is logged: names have a maximum length, and a token is searched only at the start
 * of a run of its characters.
 */
const SECRETS: [RegExp, string][] = [
  [/(?<![\w-])(?=[\w-]*eyJ)[\w-]+\.[\w-]+\.[\w-]+/g, '[token]'],
  [
    /((?:api[_-]?key|client_?id|secret|token|passw(?:or)?d|authorization|cvv)[\w-]{0,40}[\\"']{0,9}\s{0,9}[=:]\s{0,9}[\\"']{0,9})(?:(?:Bearer|Basic)\s+)?[^\s&"',}\\]+/gi,
    '$1[hidden]',
  ],
  [/\b(?:\d[ -]?){13,19}\b/g, '[number]'],
];

/** Writes JSON lines to the platform's log, each with the request's id. */
export function createLog(requestId: string): Log {
  return {
    info: (message, fields = {}) => writeLine('info', requestId, message, fields),
    error: (message, fields = {}) => writeLine('error', requestId, message, fields),
  };
}

/** Writes one JSON line without secrets. */
function writeLine(
  level: 'info' | 'error',
  requestId: string,
  message: string,
  fields: Record<string, unknown>,
): void {
  const time = new Date().toISOString();
  const head = JSON.stringify({ time, level, message, request_id: requestId }).slice(0, -1);
  const rest = hideSecrets(JSON.stringify(fields)).slice(1);
  const line = rest === '}' ? `${head}}` : `${head},${rest}`;
  // biome-ignore lint/suspicious/noConsole: the platform's log is its console, and this is the only place that writes to it
  console[level](line);
}

/** An error as log fields, without parameters of statements, bodies of answers and secrets. */
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
