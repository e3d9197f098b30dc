import type { Facts } from './schema.ts';

const ACTIONS: Record<string, string> = {
  'artist-monitor.add': 'Monitoring started',
  'artist-monitor.change': 'Dates changed',
  'artist-monitor.check': 'Check requested',
  'artist-monitor.remove': 'Monitoring ended',
  'catalogues.choose': 'Catalogues chosen',
  'catalogues.read': 'Reading requested',
  'catalogues.switch': 'Catalogue turned on or off',
  'code-memory.answer': 'Code judged',
  'code-memory.delete': 'Learned sender deleted',
  'code-memory.delete-all': 'All learned senders deleted',
  'code-memory.take-back': 'Answer about a code taken back',
  'imap-accounts.add': 'Account added',
  'imap-accounts.change': 'Account changed',
  'imap-accounts.delete': 'Account deleted',
  'imap-accounts.folders': 'Folders listed',
  'imap-accounts.sign-in': 'Signed in',
  'imap-accounts.sign-in-start': 'Sign-in started',
  'imap-accounts.test': 'Connection tested',
  'mailbox-health.check': 'Check requested',
  'price-monitor.add': 'Event added',
  'price-monitor.remove': 'Event removed',
  'price-monitor.pause': 'Checks paused',
  'price-monitor.resume': 'Checks resumed',
  'price-monitor.tag': 'Tags changed',
  'price-monitor.check': 'Check requested',
  'price-monitor.paste': 'Prices read from a pasted page',
  'price-monitor.add-alert': 'Alert added',
  'price-monitor.delete-alert': 'Alert deleted',
  'price-monitor.test-alert': 'Alert tested',
  'limit-guard.change': 'Own rule of limits changed',
  'limit-guard.confirm': 'File beyond a limit confirmed',
  'presale-codes.open-mail': 'Mail opened',
  'presale-codes.search': 'Mailboxes searched',
  'presale-watches.add': 'Watch added',
  'presale-watches.change': 'Watch changed',
  'presale-watches.delete': 'Watch deleted',
  'profiles.add': 'Profiles added',
  'profiles.delete': 'Profile deleted',
  'profiles.restore': 'Profile restored',
  'profiles.split': 'Name or address corrected',
  'profiles.erase': 'Deleted profiles erased',
  'profiles.read': 'Card and password shown',
  'recent-work.add': 'Work kept',
  'recent-work.save': 'Work saved',
  'recent-work.rename': 'Work renamed',
  'recent-work.delete': 'Work deleted',
  'recent-work.restore': 'Work restored',
  'recent-work.erase': 'Deleted work erased',
  'queues.upload': 'Queue uploaded',
  'queues.delete': 'Queue deleted',
  'queues.category.add': 'Accounts added',
  'queues.category.rename': 'Category renamed',
  'queues.category.delete': 'Category deleted',
  'queues.category.move': 'Accounts moved',
  'queues.category.copy': 'Accounts copied',
  'reminders.follow': 'Sale followed',
  'reminders.unfollow': 'Sale not followed any more',
  'sales.add-note': 'Note added',
  'sales.change-note': 'Note changed',
  'sales.delete-note': 'Note deleted',
  'signup.dispatch': 'Accounts dispatched',
  'views.add': 'View saved',
  'views.change': 'View changed',
  'views.delete': 'View deleted',
  'watch-rules.add': 'Watch rule added',
  'watch-rules.change': 'Watch rule changed',
  'watch-rules.delete': 'Watch rule deleted',
  'watch-rules.switch': 'Watch rule paused or resumed',
};

/**
 * `Category renamed`; an action without a text is written from its name: `labels.set-colour` is `Labels set colour`.
 */
export function describeAction(action: string): string {
  const words = action.replaceAll(/[.\-_]+/g, ' ').trim();
  return ACTIONS[action] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Ids of objects, the earlier subject of an object, and the address of a picture, which are not
 * shown to readers.
 */
const HIDDEN = new Set(['ids', 'from', 'image']);
/** The maximum number of entries of a list, such as e-mails, in a text. */
const MOST_SHOWN = 5;

/**
 * The facts of a change as text: `queue total 60,000, queue date 2026-11-20`. If earlier facts
 * exist, those that differ: `host from a.test to b.test`, and those that the change does not
 * mention: `before: accounts 900`. For a deletion, the deleted facts.
 */
export function describeFacts({ was, ...now }: Facts): string {
  const before = isFacts(was) ? was : {};
  const gone = Object.entries(before).flatMap(([name, fact]) =>
    name in now ? [] : writeFact(name, fact),
  );
  const changed = Object.entries(now).flatMap(([name, fact]) => {
    if (!(name in before)) return writeFact(name, fact);
    const [from, to] = [describeFact(before[name] ?? null), describeFact(fact)];
    return from === to || HIDDEN.has(name) ? [] : `${wordsOf(name)} from ${from} to ${to}`;
  });
  const lead = changed.length > 0 && gone.length > 0 ? '; before: ' : '';
  return changed.join(', ') + lead + gone.join(', ');
}

const writeFact = (name: string, fact: Facts[string]): string[] =>
  HIDDEN.has(name) || isEmpty(fact) ? [] : [`${wordsOf(name)} ${describeFact(fact)}`];

const isFacts = (fact: Facts[string] | undefined): fact is Record<string, string> =>
  typeof fact === 'object' && fact !== null && !Array.isArray(fact);

const isEmpty = (fact: Facts[string] | undefined): boolean =>
  fact === undefined || fact === null || fact === '' || (Array.isArray(fact) && fact.length === 0);

const NAMES: Record<string, string> = {
  auth: 'sign-in',
  isActive: 'active',
  isResealed: 'password changed',
  isSearched: 'searched',
};

const wordsOf = (name: string): string =>
  NAMES[name] ??
  name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

function describeFact(fact: Facts[string] | undefined): string {
  if (isEmpty(fact)) return 'none';
  if (Array.isArray(fact)) {
    const more = fact.length - MOST_SHOWN;
    return fact.slice(0, MOST_SHOWN).join(' ') + (more > 0 ? ` and ${more} more` : '');
  }
  if (typeof fact === 'number') return fact.toLocaleString('en');
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  return String(fact);
}
