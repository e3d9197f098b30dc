import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { missingSignIn, signInLabel } from '../sign-in/sign-in-texts.ts';

export const isFailing = ({ is_active, health, needs_sign_in }: ImapAccount): boolean =>
  is_active && (health.failures > 0 || needs_sign_in);

interface HealthText {
  tone: Tone;
  /** A few words: `Read`, `Failed 3 times since`. */
  text: string;
  /** When it was read, or since when it fails; null if the text needs no time. */
  at: string | null;
  /** How `at` is formatted. */
  form: 'ago' | 'moment' | 'day';
  /** Words after the time. */
  tail: string;
  /** The last failure; empty while the mailbox works. */
  detail: string;
}

/** Whether searches read a mailbox, and whether they can. */
export function statusOf(account: ImapAccount): { tone: Tone; text: string } {
  if (!account.is_active) return { tone: 'neutral', text: 'Inactive' };
  if (missingSignIn(account) !== null) return { tone: 'danger', text: signInLabel(account) };
  return isFailing(account)
    ? { tone: 'danger', text: 'Failing' }
    : { tone: 'success', text: 'Active' };
}

/** The label of the button that restores a failing mailbox. */
export const fixLabel = (account: ImapAccount): string =>
  missingSignIn(account) === null ? 'Fix' : signInLabel(account);

/** The state of a mailbox, as text. */
export function describeHealth({ is_active, health, needs_sign_in }: ImapAccount): HealthText {
  const { is_due, worked_at, failing_since, failures, failure } = health;
  const detail = failure ?? '';
  const plain = { at: null, form: 'day', tail: '', detail } as const;
  if (is_active && is_due) return { ...plain, tone: 'info', text: 'Check is due' };
  if (is_active && needs_sign_in) return { ...plain, tone: 'danger', text: 'Sign-in ended' };
  if (failure !== null) {
    const failed = { ...plain, tone: 'danger', at: failing_since } as const;
    if (failures > 1) return { ...failed, text: `Failed ${failures} times since` };
    return { ...failed, text: 'Failed at', form: 'moment', tail: '(first time)' };
  }
  if (worked_at !== null)
    return { ...plain, tone: 'success', text: 'Read', at: worked_at, form: 'ago' };
  return { ...plain, tone: 'neutral', text: 'Never read' };
}
