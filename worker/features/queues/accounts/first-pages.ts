import type { Env } from '../../../context/env.ts';
import type { AccountFilter } from './store.ts';

/** The first accounts of an order, and their ranks, in the published statistics. */
interface FirstPage {
  /** The version of the statistics. */
  version: number;
  limit: number;
  ids: readonly number[];
  ranks: ReadonlyMap<number, number>;
}

/**
 * The first page of each order for which reading a page needs all accounts. Ids and ranks depend
 * only on the published statistics, so an isolate reads all accounts once for each version of them
 * and not for each operator.
 */
const firstPages = new WeakMap<Env, Map<string, FirstPage>>();

/** There are eight such orders in each pool, so the map has at most sixteen pages. */
const nameOf = ({ pool, sort }: AccountFilter): string => `${pool} ${sort}`;

/**
 * The ids and ranks of a first page; undefined if this version was not read, or only a shorter page
 * of it.
 */
export function findFirstPage(
  env: Env,
  filter: AccountFilter,
  { limit, version }: Pick<FirstPage, 'limit' | 'version'>,
): Pick<FirstPage, 'ids' | 'ranks'> | undefined {
  const page = firstPages.get(env)?.get(nameOf(filter));
  if (page?.version !== version || page.limit < limit) return undefined;
  return { ids: page.ids.slice(0, limit), ranks: page.ranks };
}

/** Stores a first page, which replaces a shorter one or one of an earlier version. */
export function keepFirstPage(env: Env, filter: AccountFilter, page: FirstPage): void {
  const pages = firstPages.get(env) ?? new Map<string, FirstPage>();
  if (findFirstPage(env, filter, page) === undefined) pages.set(nameOf(filter), page);
  firstPages.set(env, pages);
}
