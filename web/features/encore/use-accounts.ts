import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { readPercent } from '../../../shared/encore/accounts.ts';
import { type CommonAccounts, checkPercents, commonAccounts } from './plan.ts';
import { bestAccountsQuery, categoriesQuery } from './queries.ts';
import type { EncoreSettings } from './settings.ts';

/** Debounce of the ratio bounds. */
const TYPING_MS = 300;

/** The common list of accounts that the settings choose, best first, with the state of its loading. */
export function useAccounts(settings: EncoreSettings) {
  const categories = useQuery(categoriesQuery());
  const { min, max, isPending } = useTyped(settings.minPercent, settings.maxPercent);
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
  // A pasted list of 100,000 lines is read after the typed text is on the screen.
  const manualText = useDeferredValue(settings.manualText);
  const list = useMemo(
    () => commonAccounts({ isManual: settings.isManual, manualText }, ofCategories ?? []),
    [settings.isManual, manualText, ofCategories],
  );
  const isCurrent = settings.isManual
    ? manualText === settings.manualText
    : !isPending && !(isUsable && (best.isPending || best.isPlaceholderData));
  return {
    available: useMemo((): CommonAccounts => ({ list, isCurrent }), [list, isCurrent]),
    categories: categories.data ?? [],
    failure: isUsable ? (best.error?.message ?? null) : null,
    categoriesQuery: categories,
  };
}

/** The call takes fractions. */
function fractionOf(percent: string): number | null {
  const value = readPercent(percent);
  return value === null ? null : Math.round(value * 10) / 1000;
}

/** Debounced bounds; invalid input keeps the last valid ones. `isPending` until valid input is in force. */
function useTyped(
  minPercent: string,
  maxPercent: string,
): { min: string; max: string; isPending: boolean } {
  const [typed, setTyped] = useState({ min: minPercent, max: maxPercent });
  useEffect(() => {
    const problems = checkPercents(minPercent, maxPercent);
    if (problems.min !== null || problems.max !== null) return;
    const timer = setTimeout(() => setTyped({ min: minPercent, max: maxPercent }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [minPercent, maxPercent]);
  const { min: badMin, max: badMax } = checkPercents(minPercent, maxPercent);
  const isValid = badMin === null && badMax === null;
  const isPending = isValid && (typed.min !== minPercent || typed.max !== maxPercent);
  return { ...typed, isPending };
}
