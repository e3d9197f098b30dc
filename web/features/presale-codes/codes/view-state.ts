import { textParam, wordParam } from '../../../lib/search-params.ts';
import type { CodeView } from './code-view.ts';

export const FIRST_VIEW: CodeView = {
  term: '',
  band: 'all',
  sort: { column: 'confidence', order: 'desc' },
  grouped: true,
};

/** The view of the codes in the address; absent values take their defaults. */
export interface CodesSearch {
  filter?: string | undefined;
  confidence?: 'high' | 'medium' | 'low' | undefined;
  sort?: CodeView['sort']['column'] | undefined;
  order?: 'asc' | 'desc' | undefined;
  group?: 'none' | undefined;
}

/** Reads the query of /presale-code-tool. */
export function readCodesSearch(query: Record<string, unknown>): CodesSearch {
  return {
    filter: textParam(query, 'filter'),
    confidence: wordParam(query, 'confidence', ['high', 'medium', 'low']),
    sort: wordParam(query, 'sort', ['code', 'account', 'date', 'confidence']),
    order: wordParam(query, 'order', ['asc', 'desc']),
    group: wordParam(query, 'group', ['none']),
  };
}

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
