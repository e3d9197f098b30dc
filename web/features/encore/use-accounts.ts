import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { readPercent } from '../../../shared/encore/accounts.ts';
import { checkPercents, commonAccounts } from './plan.ts';
import { bestAccountsQuery, categoriesQuery } from './queries.ts';
import type { EncoreSettings } from './settings.ts';

/** Bounds are asked for once typing pauses. */
const TYPING_MS = 300;

/** The common list of accounts that the settings choose, best first, and what is known on the way. */
export function useAccounts(settings: EncoreSettings) {
  const categories = useQuery(categoriesQuery());
  const { min, max } = useTyped(settings.minPercent, settings.maxPercent);
  const known = categories.data?.map(({ name }) => name) ?? [];
  const chosen = settings.categories.filter((name) => known.includes(name));
  const isUsable = !settings.isManual && chosen.length > 0;
  const best = useQuery({
    ...bestAccountsQuery({
      categories: chosen,
      minRatio: fractionOf(min),
      maxRatio: fractionOf(max),
    }),
    enabled: isUsable,
  });
  const ofCategories = isUsable ? best.data : undefined;
  const deferred = useDeferredValue(settings);
  const available = useMemo(
    () => commonAccounts(deferred, ofCategories ?? []),
    [deferred, ofCategories],
  );
  return {
    available,
    categories: categories.data ?? [],
    isCounting: isUsable && best.isFetching,
    failure: isUsable ? (best.error?.message ?? null) : null,
    categoriesQuery: categories,
  };
}

/** Percentages become fractions: the call takes ratios (part 2, point 7). */
function fractionOf(percent: string): number | null {
  const value = readPercent(percent);
  return value === null ? null : Math.round(value * 10) / 1000;
}

/** The bounds once they stand still and are usable; wrong ones leave the last good ones in force. */
function useTyped(minPercent: string, maxPercent: string): { min: string; max: string } {
  const [typed, setTyped] = useState({ min: minPercent, max: maxPercent });
  useEffect(() => {
    const problems = checkPercents(minPercent, maxPercent);
    if (problems.min !== null || problems.max !== null) return;
    const timer = setTimeout(() => setTyped({ min: minPercent, max: maxPercent }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [minPercent, maxPercent]);
  return typed;
}
