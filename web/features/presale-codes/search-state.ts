import { oneOf, searchSchema, text, work } from '../../lib/search-params.ts';
import type { CodeView } from './codes/code-view.ts';

export const FIRST_VIEW: CodeView = {
  term: '',
  band: 'all',
  sort: { column: 'confidence', order: 'desc' },
  grouped: true,
};

/** Reads the view of the codes from the query of /presale-code-tool; absent values take their defaults. */
export const readCodesSearch = searchSchema({
  filter: text,
  confidence: oneOf('high', 'medium', 'low'),
  sort: oneOf('code', 'account', 'date', 'confidence'),
  order: oneOf('asc', 'desc'),
  group: oneOf('none'),
  work,
});
export type CodesSearch = ReturnType<typeof readCodesSearch>;

export const viewOf = (search: CodesSearch): CodeView => ({
  term: search.filter ?? '',
  band: search.confidence ?? 'all',
  sort: {
    column: search.sort ?? FIRST_VIEW.sort.column,
    order: search.order ?? FIRST_VIEW.sort.order,
  },
  grouped: search.group !== 'none',
});

export function searchOf({ term, band, sort, grouped }: CodeView): CodesSearch {
  const isFirstSort =
    sort.column === FIRST_VIEW.sort.column && sort.order === FIRST_VIEW.sort.order;
  return {
    filter: term || undefined,
    confidence: band === 'all' ? undefined : band,
    sort: isFirstSort ? undefined : sort.column,
    order: isFirstSort ? undefined : sort.order,
    group: grouped ? undefined : 'none',
  };
}
