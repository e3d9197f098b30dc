import type { Ctx } from '../../../context/context.ts';
import { typeOf } from '../pool.ts';
import { listDayRatios, readClasses } from './store.ts';

export { countQueues } from './store.ts';

const CHART_DAYS = 14;

/**
 * The charts of the dashboard: the days of both queue types together, and the tested accounts of each type. Days are
 * queue dates, earliest first.
 */
export async function chartQueues({ db }: Pick<Ctx, 'db'>) {
  const [days, classes] = await Promise.all([listDayRatios(db, CHART_DAYS), readClasses(db)]);
  return {
    days: days.toReversed(),
    classes: classes.map(({ pool, ...counted }) => ({ type: typeOf(pool), ...counted })),
  };
}
