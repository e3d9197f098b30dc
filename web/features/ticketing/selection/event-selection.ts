import { text } from '../../../lib/search-params.ts';

/** Events of a screen in its address: their ids, or the key of a list that is too long for an address. */
export interface EventSelection {
  events?: string | undefined;
  list?: string | undefined;
}

/** How {@link EventSelection} is read: a part of the query of a screen. */
export const selection = { events: text, list: text };

/** Servers and proxies refuse addresses of about 8,000 characters or more. */
const MAX_ADDRESS_CHARACTERS = 6_000;
const STORAGE_PREFIX = 'event-list-';

/**
 * The search parameters for events. A long list is kept in this tab's session storage under a short key, which is the
 * same for the same list.
 */
export function selectEvents(ids: readonly string[]): EventSelection {
  const events = ids.join(',');
  if (events === '') return {};
  if (events.length <= MAX_ADDRESS_CHARACTERS) return { events };
  const list = shortKey(events);
  try {
    sessionStorage.setItem(STORAGE_PREFIX + list, events);
  } catch {
    // Storage is blocked or full: the long address works until the page is loaded again.
    return { events };
  }
  return { list };
}

/** The ids of a selection, without blanks and repeats; null if its list is not in this tab. */
export function selectedIds({ events, list }: EventSelection): string[] | null {
  const text = list === undefined ? (events ?? '') : readList(list);
  if (text === null) return null;
  const ids = text.split(',').map((id) => id.trim());
  return [...new Set(ids.filter((id) => id !== ''))];
}

function readList(key: string): string | null {
  try {
    return sessionStorage.getItem(STORAGE_PREFIX + key);
  } catch {
    return null;
  }
}

/** Two 32-bit FNV-1a hashes as text of 14 characters at most. */
function shortKey(text: string): string {
  let [first, second] = [0x811c9dc5, 0x9dc5811c];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code ^ (index & 0xff), 0x01000193);
  }
  return (first >>> 0).toString(36) + (second >>> 0).toString(36);
}
