import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { type Failure, failureParts, failureText, requestIdOf } from './failure.ts';

/**
 * Shown while it loads: the skeleton of a table with a label for screen readers ("Loading accounts..."), or another.
 */
type Loading =
  | { loadingLabel: string; loading?: undefined }
  | { loading: ReactNode; loadingLabel?: undefined };

type QueryViewProps<Data> = Loading & {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  failure: Failure;
  headingLevel?: 2 | 3;
  children: (data: Data) => ReactNode;
};

/**
 * Shows a query: a skeleton while it loads, the failure with Retry, or its data. After a failed
 * refresh the old data stays below a banner.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, headingLevel, failure } = props;
  const { data, error } = query;
  if (data === undefined && error !== null) {
    const { headline, reason } = failureParts(error, failure);
    return (
      <ErrorState
        title={headline}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        requestId={requestIdOf(error)}
        {...(headingLevel && { headingLevel })}
      >
        {reason}
      </ErrorState>
    );
  }
  return (
    <>
      {error ? (
        <Banner
          tone="danger"
          className="m-3 mb-0 flex-none"
          actions={<RetryButton query={query} />}
        >
          {failureText(error, failure)}
        </Banner>
      ) : null}
      {/* The same element in both states, so that the frame of a loading screen stays mounted. */}
      {data === undefined
        ? (props.loading ?? <TableSkeleton label={props.loadingLabel ?? ''} />)
        : props.children(data)}
    </>
  );
}

/** The button that fetches a failed query again. */
export const RetryButton = ({
  query,
}: {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>;
}) => (
  <Button size="xs" busy={query.isFetching} onClick={() => void query.refetch()}>
    Retry
  </Button>
);
