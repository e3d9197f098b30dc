import * as z from 'zod/mini';
import { readDay } from '../../../lib/format.ts';
import { codes, oneOf, text, textAs } from '../../../lib/search-params.ts';

const day = textAs((value) => readDay(value.slice(0, 10)) ?? undefined);

/**
 * The query of /agenda; without parameters it shows all sales of the seven days from today, in the
 * operator's local time.
 */
export const agendaSearch = z.object({
  view: oneOf('week'),
  /** The first of seven days. */
  from: day,
  search: text,
  country: codes,
  kind: oneOf('presale', 'general'),
  followed: oneOf('yes'),
  /** `venue`: days and times of the venues. */
  zone: oneOf('venue'),
  /** The day to which the list scrolls. */
  day,
});
export type AgendaSearch = z.infer<typeof agendaSearch>;
