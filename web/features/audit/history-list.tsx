import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryEntry, HistoryKind } from '../../../shared/audit/schema.ts';
import { describeAction, describeFacts } from '../../../shared/audit/texts.ts';
import { MoreButton } from '../../kit/pages.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { Time } from '../../kit/time.tsx';
import { api, send } from '../../lib/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The changes of an object, newest first, page by page. */
export function HistoryList({ kind, id }: { kind: HistoryKind; id: string }) {
  const query = useInfiniteQuery({
    queryKey: ['history', kind, id],
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === null ? {} : { before: String(pageParam) };
      return send(api.history.$get({ query: { kind, id, ...page } }, { init: { signal } }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next_before,
    // Always refetch: the newest entry may be a second old.
    staleTime: 0,
  });
  return (
    <QueryView
      query={query}
      headingLevel={3}
      loadingLabel="Loading the history"
      failure="The history could not be loaded"
    >
      {({ pages }) => (
        <>
          <ol className="-mx-5 m-0 list-none p-0">
            {pages.flatMap(({ data }) => data.map((entry) => <Entry key={entry.id} {...entry} />))}
          </ol>
          {pages[0]?.data.length === 0 ? (
            <EmptyState headingLevel={3} title="No changes yet">
              Changes appear here from now on, with who made them.
            </EmptyState>
          ) : null}
          <MoreButton className="mt-3" query={query}>
            Load More
          </MoreButton>
        </>
      )}
    </QueryView>
  );
}

function Entry({ at, actor, action, detail }: HistoryEntry) {
  const facts = describeFacts(detail);
  return (
    <li className="border-b border-border px-5 py-2 last:border-b-0">
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 font-medium">{describeAction(action)}</span>
        <Time at={at} className="tn flex-none text-xs text-text-muted" />
      </div>
      <div className="text-xs wrap-anywhere text-text-muted">
        {actor}
        {facts ? `: ${facts}` : ''}
      </div>
    </li>
  );
}
