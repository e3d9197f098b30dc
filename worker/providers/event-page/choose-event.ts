import { canonicalUrl } from '../../../shared/price-monitor/prices.ts';
import { LONGEST_URL } from '../../../shared/price-monitor/schema.ts';
import type { Fields } from '../fields.ts';
import { type EventNode, type LinkedNodes, textOf } from './linked-nodes.ts';

/** Addresses of one event that are compared with that of the page. */
const MOST_LINKS = 20;

/**
 * The descriptions of the page's own event: those with the address of the page, or those of the only event that the
 * page is about. A page may repeat an event, and may spread its offers over the repetitions.
 * @param url the address of the page
 * @returns none if the page describes several events and no rule decides between them.
 */
export function chooseEvents(nodes: LinkedNodes, url: string): Fields[] {
  const { events } = nodes;
  const page = placeOf(url, url);
  const places = events.map(({ fields }) => placesOf(nodes, fields, url));
  const having = (matches: (place: Place) => boolean) =>
    events.filter((_, at) => places[at]?.some(matches));
  if (page !== null) {
    const same = having((place) => place.path === page.path && place.query === page.query);
    const similar = having((place) => place.path === page.path && isPart(place, page));
    for (const own of [same, similar]) {
      const chosen = narrow(nodes, own);
      if (chosen.length > 0) return chosen;
    }
  }
  return narrow(nodes, events);
}

/**
 * The events if they are all the same one. Otherwise those that the page describes directly, and
 * among these those with offers.
 */
function narrow(nodes: LinkedNodes, events: readonly EventNode[]): Fields[] {
  const outer = events.filter(({ isInner }) => !isInner);
  const offered = outer.filter(({ fields }) => nodes.values(fields, 'offers').length > 0);
  const chosen = [events, outer, offered].find((some) => areOne(nodes, some)) ?? [];
  return chosen.map(({ fields }) => fields);
}

function areOne(nodes: LinkedNodes, [first, ...others]: readonly EventNode[]): boolean {
  const keyOf = ({ fields }: EventNode) =>
    `${nodes.text(fields, 'name')}|${nodes.text(fields, 'startDate')}`;
  if (first === undefined) return false;
  const key = keyOf(first);
  return others.every((event) => keyOf(event) === key);
}

interface Place {
  /** Host and path in one spelling. */
  path: string;
  /** The parameters that name something, sorted. */
  query: string;
}

function placesOf(nodes: LinkedNodes, event: Fields, url: string): Place[] {
  const links = ['url', '@id', 'mainEntityOfPage'].flatMap((name) =>
    nodes.values(event, name).slice(0, MOST_LINKS),
  );
  return links.flatMap((link) => {
    const node = nodes.resolve(link);
    const address = node === null ? link : (node['@id'] ?? node.url);
    return (typeof address === 'string' && placeOf(address, url)) || [];
  });
}

/** Parameters that name the origin of a visitor. */
const TRACKING =
  /^(?:utm_.*|mtm_.*|pk_.*|hsa_.*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|yclid|twclid|igshid|mc_[a-z]+|_ga|_gl|ref|aff|affiliate|affid|cid|source|camefrom|irclickid|irgwc|clickid|wt\.mc_id|brand)$/i;

/**
 * Host and path of an address that may be relative to the page; null for a text that is not an
 * address, or whose path is the page's own.
 */
function placeOf(address: string, base: string): Place | null {
  // A fragment alone identifies a node of the page, which may be any of its events.
  if (address.length > LONGEST_URL || address.startsWith('#') || address.startsWith('_:'))
    return null;
  if (!URL.canParse(address, base)) return null;
  const url = new URL(canonicalUrl(new URL(address, base).href));
  const path = url.pathname
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase())
    .replace(/\/+$/, '');
  const query = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  return { path: `${url.host.replace(/^www\./, '')}${path}`, query };
}

/**
 * Whether the parameters of one include those of the other, for example with a language besides the
 * id.
 */
function isPart(one: Place, other: Place): boolean {
  const [fewer = [], more = []] = [one, other]
    .map(({ query }) => (query === '' ? [] : query.split('&')))
    .sort((a, b) => a.length - b.length);
  return fewer.every((parameter) => more.includes(parameter));
}

/** The address of a picture; null for any other value. */
export function readImage(nodes: LinkedNodes, event: Fields): string | null {
  for (const value of nodes.values(event, 'image').slice(0, MOST_LINKS)) {
    const node = nodes.resolve(value);
    const links =
      node === null
        ? [value]
        : ['url', 'contentUrl', '@id'].flatMap((name) => nodes.values(node, name));
    const link = links.find(
      (one): one is string => typeof one === 'string' && /^https:\/\//i.test(one),
    );
    if (link !== undefined && URL.canParse(link)) return new URL(link).href.substring(0, 2_000);
  }
  return null;
}

/** `YYYY-MM-DD HH:mm` in the local time of the venue; midnight means an unknown time. */
export function readDate(nodes: LinkedNodes, event: Fields): string | null {
  const text = textOf(nodes.values(event, 'startDate')[0]);
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(text) ?? [];
  if (day === undefined) return null;
  return time === undefined || time === '00:00' ? day : `${day} ${time}`;
}
