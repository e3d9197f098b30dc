import { TEXTS } from '../../../shared/queues/texts.ts';
import { ApiError } from '../../lib/api-error.ts';

/** The alerts of renaming and deleting: what failed, with the server message or 'Erreur inconnue' (part 2, 8). */
export function withReason(what: string, error: unknown): string {
  const isTold = error instanceof ApiError && error.kind === 'server' && error.message !== '';
  return `${what}: ${isTold ? error.message : TEXTS.unknownError}`;
}
