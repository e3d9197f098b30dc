import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { loadNextPage, pagesQuery } from '../../web/lib/pages.ts';

/**
 * A list of five pages, each of which is answered when `answer` is called. Its first page names the
 * reload that it belongs to.
 */
async function openList() {
  const waiting: (() => void)[] = [];
  let reload = 0;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const options = pagesQuery(['list'], async ({ cursor }) => {
    const page = Number(cursor ?? 0);
    if (page === 0) reload += 1;
    const mark = page === 0 ? `reload ${reload}` : `page ${page}`;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { data: [mark], next_cursor: page < 4 ? String(page + 1) : null };
  });
  const observer = new InfiniteQueryObserver(client, options);
  const stop = observer.subscribe(() => undefined);
  const answer = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    for (const resolve of waiting.splice(0)) resolve();
  };
  await answer();
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  return {
    client,
    answer,
    stop,
    loadMore: () => loadNextPage(observer.getCurrentResult()),
    rows: () => observer.getCurrentResult().data?.pages.flatMap(({ data }) => data),
    reload: () => client.invalidateQueries({ queryKey: ['list'] }),
  };
}

describe('the next page of a list', () => {
  test('is loaded', async () => {
    const list = await openList();
    const more = list.loadMore();
    await list.answer();
    await more;
    expect(list.rows()).toEqual(['reload 1', 'page 1']);
    list.stop();
  });

  test('is loaded after a reload that replaces its load', async () => {
    const list = await openList();
    const more = list.loadMore();
    const reload = list.reload();
    await list.answer();
    await reload;
    await list.answer();
    await more;
    expect(list.rows()).toEqual(['reload 2', 'page 1']);
    list.stop();
  });

  test('is loaded after a pending reload, and does not abort it', async () => {
    const list = await openList();
    const reload = list.reload();
    const more = list.loadMore();
    await list.answer();
    await reload;
    await list.answer();
    await more;
    expect(list.rows()).toEqual(['reload 2', 'page 1']);
    list.stop();
  });

  test('is loaded after two reloads that replace its load one after the other', async () => {
    const list = await openList();
    const more = list.loadMore();
    const reloads = [list.reload(), list.reload()];
    await list.answer();
    await Promise.all(reloads);
    await list.answer();
    await more;
    expect(list.rows()).toEqual(['reload 3', 'page 1']);
    list.stop();
  });
});
