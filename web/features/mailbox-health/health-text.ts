import type { ImapAccount } from '../../../shared/imap-accounts/schema.ts';
import type { Tone } from '../../ui/badge.tsx';

export const isFailing = ({ is_active, health }: ImapAccount): boolean =>
  is_active && health.failures > 0;

interface HealthText {
  tone: Tone;
  /** A few words: `Read`, `Failed 3 times since`. */
  text: string;
  /** When it was read, or since when it fails; null if the words are complete. */
  at: string | null;
  /** The last failure; empty while the mailbox works. */
  detail: string;
}

/** How a mailbox fares, in words. */
export function describeHealth({ is_active, health }: ImapAccount): HealthText {
  const { is_due, worked_at, failing_since, failures, failure } = health;
  const detail = failure ?? '';
  const streak = failures === 1 ? 'once' : `${failures} times`;
  if (is_active && is_due) return { tone: 'info', text: 'Check is due', at: null, detail };
  if (failure !== null)
    return { tone: 'danger', text: `Failed ${streak} since`, at: failing_since, detail };
  if (worked_at !== null) return { tone: 'success', text: 'Read', at: worked_at, detail: '' };
  return { tone: 'neutral', text: 'Never read', at: null, detail: '' };
}
