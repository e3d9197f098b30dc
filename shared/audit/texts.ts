import type { HistoryEntry } from './schema.ts';

const ACTIONS: Record<string, string> = {
  'artist-monitor.add': 'Monitoring started',
  'artist-monitor.change': 'Dates changed',
  'artist-monitor.check': 'Check asked for',
  'artist-monitor.remove': 'Monitoring ended',
  'imap-accounts.add': 'Account added',
  'imap-accounts.change': 'Account changed',
  'imap-accounts.delete': 'Account deleted',
  'imap-accounts.test': 'Connection tested',
  'price-monitor.add': 'Event added',
  'price-monitor.remove': 'Event removed',
  'price-monitor.pause': 'Checks paused',
  'price-monitor.resume': 'Checks resumed',
  'price-monitor.tag': 'Tags changed',
  'price-monitor.check': 'Check asked for',
  'price-monitor.add-alert': 'Alert added',
  'price-monitor.delete-alert': 'Alert deleted',
  'profiles.add': 'Profiles added',
  'profiles.delete': 'Profile deleted',
  'profiles.read': 'Card and password shown',
  'queues.upload': 'Queue uploaded',
  'queues.delete': 'Queue deleted',
  'queues.category.add': 'Accounts added',
  'queues.category.rename': 'Category renamed',
  'queues.category.delete': 'Category deleted',
  'queues.category.move': 'Accounts moved',
  'queues.category.copy': 'Accounts copied',
};

/** `Category renamed`; an action without a text of its own keeps its words: `labels.set-colour` is `Labels set colour`. */
export function describeAction(action: string): string {
  const words = action.replaceAll(/[.\-_]+/g, ' ').trim();
  return ACTIONS[action] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Ids of objects, and the subject that an object had before. */
const HIDDEN = new Set(['ids', 'from']);

/** The facts of a change in words: `queue total 60,000, queue date 2026-11-20`. */
export function describeFacts(detail: HistoryEntry['detail']): string {
  return Object.entries(detail)
    .filter(([name, fact]) => !HIDDEN.has(name) && fact !== null && fact !== '')
    .map(([name, fact]) => `${wordsOf(name)} ${describeFact(fact)}`)
    .join(', ');
}

const wordsOf = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

function describeFact(fact: HistoryEntry['detail'][string]): string {
  if (Array.isArray(fact)) return fact.join(' ') || 'none';
  if (typeof fact === 'number') return fact.toLocaleString('en');
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  return String(fact);
}
