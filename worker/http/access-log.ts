import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import { writeLine } from './log.ts';

/**
 * Access lines are written together this long after the first of them. Writing each one at once took half as
 * long as the call itself, which the next caller waited for.
 */
const WRITTEN_AFTER_MS = 100;

/** A writer whose call was ended by the platform must not keep later lines waiting. */
const OVERDUE_AFTER_MS = 1_000;

let waiting: (() => void)[] = [];
let dueAt = 0;

/** One line for a finished call: no query, no headers, no body. */
export function logAccess(c: Context<AppEnv>, startedAt: number): void {
  const now = Date.now();
  const fields = {
    method: c.req.method,
    path: c.req.path,
    status: c.res.status,
    ms: now - startedAt,
    operator: c.var.ctx?.operator?.id ?? null,
    ...clientRequestId(c.req.header('X-Request-Id')),
  };
  const requestId = c.var.requestId;
  waiting.push(() => writeLine('info', requestId, 'request', fields, now));
  if (now < dueAt + OVERDUE_AFTER_MS && waiting.length > 1) return;
  dueAt = now + WRITTEN_AFTER_MS;
  c.executionCtx.waitUntil(writeSoon());
}

/** The id that the client gave its call, when it looks like one. */
const clientRequestId = (given = '') =>
  /^[\w-]{8,64}$/.test(given) ? { client_request_id: given } : {};

async function writeSoon(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, WRITTEN_AFTER_MS));
  const lines = waiting;
  waiting = [];
  for (const write of lines) write();
}
