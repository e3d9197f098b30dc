import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import {
  distinctAccounts,
  readManualList,
  readPercent,
} from '../../../../shared/encore/accounts.ts';
import { useSaved } from '../../../kit/saved/saved.ts';
import { useAfterPause } from '../../../lib/debounced.ts';
import { categoriesQuery } from '../../queues/category-queries.ts';
import { type CommonAccounts, checkPercents } from '../plan.ts';
import { bestAccountsQuery } from '../queries.ts';
import { type EncoreSettings, savedQueueType } from '../settings.ts';

/** Debounce of the ratio bounds. */
const TYPING_MS = 300;

/**
 * The common list of accounts from the settings, best first, and the categories that can be chosen.
 */
export function useAccounts({ isManual, manualText, ...settings }: EncoreSettings) {
  const verifiedFan = useQuery(categoriesQuery('verified_fan'));
  const standard = useQuery(categoriesQuery('standard'));
  const categories = { verified_fan: verifiedFan.data ?? [], standard: standard.data ?? [] };
  // The type that has categories; if both or neither have some, the standard queues.
  const isOnlyVerifiedFan = categories.standard.length === 0 && categories.verified_fan.length > 0;
  const [lastType] = useSaved(savedQueueType);
  const type = settings.queueType ?? lastType ?? (isOnlyVerifiedFan ? 'verified_fan' : 'standard');

  const { min, max, isPending } = useTyped(settings.minPercent, settings.maxPercent);
  const names = categories[type].map(({ name }) => name);
  const chosen = settings.categories.filter((name) => names.includes(name));
  const isUsed = !isManual && chosen.length > 0;
  const best = useQuery({
    ...bestAccountsQuery({
      type,
      categories: chosen,
      minRatio: fractionOf(min),
      maxRatio: fractionOf(max),
    }),
    enabled: isUsed,
  });
  const ofCategories = isUsed ? best.data : undefined;
  // A pasted list of 100,000 lines is parsed after the typed text is on the screen.
  const readText = useDeferredValue(manualText);
  const list = useMemo(
    () => (isManual ? readManualList(readText).accounts : distinctAccounts(ofCategories ?? [])),
    [isManual, readText, ofCategories],
  );
  const isCurrent = isManual
    ? readText === manualText
    : !isPending && !(isUsed && (best.isPending || best.isPlaceholderData));
  return {
    available: useMemo((): CommonAccounts => ({ list, isCurrent }), [list, isCurrent]),
    /** The queue type in use. */
    type,
    /** The categories of both queue types. */
    categories,
    failure: isUsed ? (best.error?.message ?? null) : null,
    queries: [verifiedFan, standard],
  };
}

export type Accounts = ReturnType<typeof useAccounts>;

/** Converts percent to the fraction that the call expects; null for a text that is not a number. */
function fractionOf(percent: string): number | null {
  const value = readPercent(percent);
  return value === null ? null : Math.round(value * 10) / 1000;
}

/** Debounced bounds; invalid input keeps the last valid ones. `isPending` until valid input is applied. */
function useTyped(min: string, max: string): { min: string; max: string; isPending: boolean } {
  const [typed, setTyped] = useState({ min, max });
  const problems = checkPercents(min, max);
  const isValid = problems.min === null && problems.max === null;
  useAfterPause(isValid && `${min} ${max}`, TYPING_MS, () => {
    if (isValid) setTyped({ min, max });
  });
  return { ...typed, isPending: isValid && (typed.min !== min || typed.max !== max) };
}
