import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type PresaleSearchInput,
  type WatchedSearch,
  watchedSearch,
} from '../../../shared/presale-codes/schema.ts';
import { type PresaleWatch, WATCH_LIMITS } from '../../../shared/presale-watches/schema.ts';
import { cut } from '../../../shared/text.ts';
import { toastFailure, tryAgain } from '../../kit/failure.ts';
import { addWatch, setPaused, watchesQuery } from './queries.ts';

/** A search without its period, as a text that is the same for equal searches. */
const keyOf = (search: PresaleSearchInput | WatchedSearch): string | null => {
  const { data } = watchedSearch.safeParse(search);
  if (data === undefined) return null;
  const { imap_account_ids: ids, ...criteria } = data;
  return JSON.stringify({ ...criteria, ids: ids.toSorted((a, b) => a - b) });
};

/** The watch of a search on the server, and the function that starts, pauses and resumes it. */
export function useWatch(search: PresaleSearchInput | null): {
  watch: PresaleWatch | undefined;
  isOn: boolean;
  /** Why it cannot be switched: the operator's watches have not loaded. */
  unknown: 'loading' | 'failed' | null;
  isChanging: boolean;
  setOn: (isOn: boolean) => void;
} {
  const { data: watches, isError, isSuccess } = useQuery(watchesQuery);
  const key = search && keyOf(search);
  const watch = key === null ? undefined : watches?.find((one) => keyOf(one.search) === key);
  const change = useMutation({
    mutationFn: async (isOn: boolean): Promise<unknown> => {
      // A second watch of the same search would send two notifications for each code.
      if (!isSuccess) return;
      if (watch) return setPaused(watch.id, !isOn);
      if (search === null || !isOn) return;
      const { search_hours: _h, search_days: _d, ...lasting } = search;
      const name = cut(search.search_keywords.join(', '), WATCH_LIMITS.name);
      return addWatch({ name, search: lasting });
    },
    onError: toastFailure(tryAgain('Failed to change the watch')),
  });
  return {
    watch,
    isOn: watch !== undefined && !watch.is_paused,
    unknown: isSuccess ? null : isError ? 'failed' : 'loading',
    isChanging: change.isPending,
    setOn: change.mutate,
  };
}
