import * as z from 'zod/mini';
import { CONFIDENCE_BANDS } from '../../../shared/presale-codes/constants.ts';
import { oneOf, text, work } from '../../lib/search-params.ts';
import type { CodeView } from './codes/code-view.ts';

export const FIRST_VIEW: CodeView = {
  term: '',
  band: 'all',
  sort: { column: 'confidence', order: 'desc' },
  grouped: true,
};

/** The query of /presale-code-tool; absent values take their defaults. */
export const codesSearch = z.object({
  filter: text,
  confidence: oneOf(...CONFIDENCE_BANDS),
  sort: oneOf('code', 'account', 'date', 'confidence'),
  order: oneOf('asc', 'desc'),
  group: oneOf('none'),
  /** The dialog of watches, which their notifications open. */
  watches: oneOf('open'),
  work,
});
export type CodesSearch = z.infer<typeof codesSearch>;

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
