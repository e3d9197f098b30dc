import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** What is on its way, for screen readers: "Loading accounts...". */
  loadingLabel: string;
  /** In place of the skeleton of a table. */
  loading?: ReactNode;
  /** Why it could not be loaded. */
  failureText: (error: Error) => string;
  headingLevel?: 2 | 3;
  children: (data: Data) => ReactNode;
}

/**
 * What a query has: a skeleton while it loads, the failure with Retry, or its data. After a failed refresh the old data
 * stay below a banner.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, headingLevel, failureText } = props;
  const { data, error } = query;
  if (data === undefined && error === null)
    return props.loading ?? <TableSkeleton label={props.loadingLabel} />;
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title={failureText(error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        {...(headingLevel && { headingLevel })}
      />
    );
  }
  return (
    <>
      {error ? (
        <Banner
          tone="danger"
          className="m-3 mb-0 flex-none"
          actions={
            <Button size="xs" busy={query.isFetching} onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          {failureText(error)}
        </Banner>
      ) : null}
      {data === undefined ? null : props.children(data)}
    </>
  );
}
