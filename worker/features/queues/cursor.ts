import type * as z from 'zod';
import { DomainError } from '../../../shared/errors.ts';

/** Reads a cursor that {@link writeCursor} wrote. @throws DomainError `bad_request` for anything else. */
export function readCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(decode(cursor));
  if (parsed.success) return parsed.data;
  throw new DomainError('bad_request', 'This cursor is none of ours: begin at the first page.', {
    issues: [{ path: 'cursor', message: 'Not a cursor of this list' }],
  });
}

/** A cursor is JSON in base64url: opaque to clients, and safe in a query. */
export function writeCursor(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function decode(cursor: string): unknown {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Whatever cannot be decoded fits no shape.
    return null;
  }
}
