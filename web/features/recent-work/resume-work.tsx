import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Work } from '../../../shared/recent-work/schema.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { useIsSettled } from '../../kit/route.ts';
import { openWork } from './queries.ts';

const OPEN_FAILED = 'This work could not be opened';

export interface ResumeWorkProps {
  id: number;
  /** Called with the work; then the tool's address contains more than the id. */
  onWork: (work: Work) => void;
}

/** Loads a work whose address contains only its id, because the tool needs more than the id. */
export function ResumeWork({ id, onWork }: ResumeWorkProps) {
  const query = useQuery({
    queryKey: ['recent-work', 'work', id],
    queryFn: () => openWork(id),
    gcTime: 0,
    staleTime: 0,
  });
  const isSettled = useIsSettled();
  const follow = useEffectEvent(onWork);
  useEffect(() => {
    if (isSettled && query.data !== undefined) follow(query.data);
  }, [isSettled, query.data]);
  return (
    <QueryView query={query} loadingLabel="Opening the work" failure={OPEN_FAILED}>
      {() => null}
    </QueryView>
  );
}
