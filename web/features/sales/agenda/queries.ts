import { DAY_MS } from '../../../../shared/times.ts';
import { api, send } from '../../../lib/api.ts';
import { pagesQuery } from '../../../lib/pages.ts';
import { SALES } from '../../reminders/queries.ts';

/** The sales of one call: the most that it returns. */
const PAGE_ROWS = '500';

/** Milliseconds since the epoch of midnight in the operator's local time. */
const midnightOf = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
};

/**
 * The sales that open in the seven days from `from` on, `YYYY-MM-DD`, with a part of a text. `atVenue` reads a day more at
 * both ends, because the days of venues begin at other times. `country` '' means all.
 */
export const agendaQuery = (from: string, search: string, atVenue: boolean, country = '') =>
  pagesQuery(
    [...SALES, 'agenda', from, search, atVenue, country],
    (page, signal) => {
      const start = midnightOf(from);
      const end = new Date(start);
      end.setDate(end.getDate() + 7);
      const slack = atVenue ? DAY_MS : 0;
      const query = {
        from: new Date(start - slack).toISOString(),
        to: new Date(end.getTime() - 1 + slack).toISOString(),
        limit: PAGE_ROWS,
        ...(search !== '' && { search }),
        ...(country !== '' && { country }),
        ...page,
      };
      return send(api.sales.$get({ query }, { init: { signal } }));
    },
    { staleTime: 15_000 },
  );
