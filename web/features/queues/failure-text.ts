import { TEXTS } from '../../../shared/queues/texts.ts';
import { ApiError } from '../../lib/api-error.ts';

/** The text of a failed rename or deletion, with the server's message or 'Erreur inconnue'. */
export function withReason(what: string, error: unknown): string {
  const hasMessage = error instanceof ApiError && error.kind === 'server' && error.message !== '';
  return `${what}: ${hasMessage ? error.message : TEXTS.unknownError}`;
}
