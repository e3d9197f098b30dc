import { type Answer, discoveryError, type Request } from './answers.ts';

const MAX_SIZE = 200;
const MAX_DEPTH = 1000;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

export interface Paging {
  page: number;
  size: number;
}

function readNumber(text: string | null, fallback: number): number {
  if (text === null || text === '') return fallback;
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 ? number : fallback;
}

/** Page and size within the provider's limits, or its refusal (DIS1036, DIS1035). */
export function readPaging(query: URLSearchParams): Paging | Answer {
  const size = readNumber(query.get('size'), 20);
  const page = readNumber(query.get('page'), 0);
  if (size > MAX_SIZE) {
    return discoveryError(400, 'DIS1036', 'Query param "size" must be less than 200');
  }
  if (page * size >= MAX_DEPTH) {
    const detail =
      'API Limits Exceeded: Max paging depth exceeded. (page * size) must be less than 1,000';
    return discoveryError(400, 'DIS1035', detail);
  }
  return { page, size };
}

/** The instant of a date parameter, null when absent, or the provider's refusal (DIS1015). */
export function readInstant(query: URLSearchParams, name: string): number | null | Answer {
  const text = query.get(name);
  if (text === null) return null;
  const instant = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  return discoveryError(
    400,
    'DIS1015',
    'Query param with date must be of valid format YYYY-MM-DDTHH:mm:ssZ {example: 2020-08-01T14:00:00Z }',
  );
}

/** One page of a list in the provider's envelope: `_embedded` (absent when empty), `_links` and `page`. */
export function writePage<T>(
  request: Request,
  paging: Paging,
  name: string,
  all: readonly T[],
  write: (item: T) => unknown,
) {
  const { page, size } = paging;
  const totalPages = size === 0 ? 0 : Math.ceil(all.length / size);
  const items = all.slice(page * size, (page + 1) * size).map(write);
  const href = (to: number) => `${request.path}?${withoutKey(request.query, to, size)}`;
  const links = {
    ...(totalPages > 1 ? { first: { href: href(0) } } : {}),
    ...(page > 0 && totalPages > 1 ? { prev: { href: href(page - 1) } } : {}),
    self: { href: href(page) },
    ...(page + 1 < totalPages ? { next: { href: href(page + 1) } } : {}),
    ...(totalPages > 1 ? { last: { href: href(totalPages - 1) } } : {}),
  };
  return {
    ...(items.length > 0 ? { _embedded: { [name]: items } } : {}),
    _links: links,
    page: { size, totalElements: all.length, totalPages, number: page },
  };
}

function withoutKey(query: URLSearchParams, page: number, size: number): string {
  const copy = new URLSearchParams(query);
  copy.delete('apikey');
  copy.set('page', String(page));
  copy.set('size', String(size));
  return copy.toString();
}
