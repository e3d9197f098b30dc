import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo, useState } from 'react';
import { loadNextPage, type PagesQuery, type pagesQuery } from '../lib/pages.ts';
import { Button } from '../ui/button.tsx';

interface Page {
  data: readonly unknown[];
  total?: number;
  next_cursor?: string | null;
}

/** A list with some loaded pages. */
export interface Pages<Row> {
  /** The noun for its states. */
  query: PagesQuery;
  /** The rows of the loaded pages. */
  rows: readonly Row[];
  /** The total number of rows; 0 while it is unknown. */
  total: number;
}

/** Shows a {@link pagesQuery}. */
export function usePages<P extends Page>(options: ReturnType<typeof pagesQuery<P>>) {
  const query = useInfiniteQuery(options);
  const { data } = query;
  const rows = useMemo(
    (): readonly P['data'][number][] => data?.pages.flatMap((page) => page.data) ?? [],
    [data],
  );
  return { query, rows, total: data?.pages[0]?.total ?? 0 };
}

interface MoreButtonProps
  extends Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className' | 'children'> {
  query: PagesQuery;
}

/** The button that loads the next page; nothing after the last one. */
export function MoreButton({ query, ...button }: MoreButtonProps) {
  const [isLoading, setLoading] = useState(false);
  if (!query.hasNextPage) return null;
  const load = async () => {
    setLoading(true);
    await loadNextPage(query);
    setLoading(false);
  };
  return (
    <Button {...button} busy={isLoading || query.isFetchingNextPage} onClick={() => void load()} />
  );
}
