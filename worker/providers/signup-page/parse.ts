import { MAX_SIGNUP_EVENTS, MOST_UNDATED } from '../../../shared/signup/constants.ts';
import type { SignupEvent, SignupInfos } from '../../../shared/signup/schema.ts';
import { readPageParts } from '../public-page/page-parts.ts';
import { findJson } from '../public-page/script-json.ts';
import { readControls } from './control-events.ts';
import { findEvents } from './json-events.ts';

/**
 * Reads the events of a sign-up page from its source: form controls, JSON in scripts and attributes, JSON-LD.
 * Pure: nothing of the page is executed or fetched, and any text is accepted. A page without events gives an empty
 * list.
 */
export function parseSignupPage(source: string, url: string): SignupInfos {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const parts = readPageParts(source);
  const data = [
    ...parts.scripts.filter((script) => !script.isLinkedData).map((script) => script.text),
    ...parts.jsonAttributes,
  ].flatMap(findJson);
  const linkedData = parts.scripts
    .filter((script) => script.isLinkedData)
    .flatMap((script) => findJson(script.text));
  // The values of form controls have the site's own event ids, so controls are read first and links
  // of JSON-LD last.
  const { events: selectable, undated } = readControls(parts.controls, host);
  const sources = [selectable, findEvents(data, host), findEvents(linkedData, host)];
  const merged = mergeSources(sources);
  const events = merged.slice(0, MAX_SIGNUP_EVENTS);
  const isCut = events.length < merged.length;
  return {
    title: parts.title,
    url,
    events,
    ...(isCut && { events_found: merged.length }),
    ...(undated.length > 0 && {
      undated: { entries: undated.length, texts: undated.slice(0, MOST_UNDATED) },
    }),
  };
}

/**
 * One entry per event. A later source fills gaps of an earlier one, and adds events that the
 * earlier ones do not have; the same day at the same venue is the same event under another id.
 */
function mergeSources(sources: readonly SignupEvent[][]): SignupEvent[] {
  const events = new Map<string, SignupEvent>();
  for (const source of sources) {
    const earlier = new Map(
      [...events.values()].map((event) => [placeOf(event), event.value] as const),
    );
    for (const event of source) {
      const id = events.has(event.value) ? event.value : earlier.get(placeOf(event));
      const known = id === undefined ? undefined : events.get(id);
      if (known) events.set(known.value, fill(known, event));
      else events.set(event.value, event);
    }
  }
  return [...events.values()];
}

const placeOf = (event: SignupEvent): string =>
  `${event.date.slice(0, 10)} ${event.venue.toLowerCase()}`;

function fill(first: SignupEvent, more: SignupEvent): SignupEvent {
  return {
    value: first.value,
    date: more.date.startsWith(first.date) ? more.date : first.date,
    venue: first.venue || more.venue,
    city: first.city || more.city,
    presale: first.presale || more.presale,
    ...(first.closed !== undefined && { closed: first.closed }),
  };
}
