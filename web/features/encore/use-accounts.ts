import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { readPercent } from '../../../shared/encore/accounts.ts';
import type { CategorySummary, QueueType } from '../../../shared/queues/schema.ts';
import { useSaved } from '../../kit/saved/saved.ts';
import { categoriesQuery } from '../../lib/account-categories.ts';
import { type CommonAccounts, checkPercents, commonAccounts } from './plan.ts';
import { bestAccountsQuery } from './queries.ts';
import { type EncoreSettings, savedQueueType } from './settings.ts';

/** Debounce of the ratio bounds. */
const TYPING_MS = 300;

/** The categories of both queue types, and the type in use. */
export interface AccountSource {
  queueType: QueueType;
  /** Stores the type for other addresses too. */
  rememberQueueType: (type: QueueType) => void;
  byType: Record<QueueType, readonly CategorySummary[]>;
}

/** The common list of accounts that the settings choose, best first, with the state of its loading. */
export function useAccounts(settings: EncoreSettings) {
  const verifiedFan = useQuery(categoriesQuery('verified_fan'));
  const standard = useQuery(categoriesQuery('standard'));
  const [remembered, rememberQueueType] = useSaved(savedQueueType);
  const byType = { verified_fan: verifiedFan.data ?? [], standard: standard.data ?? [] };
  const queueType = settings.queueType ?? remembered ?? typeWithCategories(byType);

  const { min, max, isPending } = useTyped(settings.minPercent, settings.maxPercent);
  const names = byType[queueType].map(({ name }) => name);
  const chosen = settings.categories.filter((name) => names.includes(name));
  const isUsable = !settings.isManual && chosen.length > 0;
  const best = useQuery({
    ...bestAccountsQuery({
      type: queueType,
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
  const source: AccountSource = { queueType, rememberQueueType, byType };
  return {
    available: useMemo((): CommonAccounts => ({ list, isCurrent }), [list, isCurrent]),
    source,
    failure: isUsable ? (best.error?.message ?? null) : null,
    queries: [verifiedFan, standard],
  };
}

/** The type that has categories; with categories of both or of none, the standard queues. */
function typeWithCategories(byType: AccountSource['byType']): QueueType {
  const isOnlyVerifiedFan = byType.standard.length === 0 && byType.verified_fan.length > 0;
  return isOnlyVerifiedFan ? 'verified_fan' : 'standard';
}

/** The call takes fractions. */
function fractionOf(percent: string): number | null {
  const value = readPercent(percent);
  return value === null ? null : Math.round(value * 10) / 1000;
}

/** Debounced bounds; invalid input keeps the last valid ones. `isPending` until valid input is applied. */
function useTyped(
  minPercent: string,
  maxPercent: string,
): { min: string; max: string; isPending: boolean } {
  const [typed, setTyped] = useState({ min: minPercent, max: maxPercent });
  const problems = checkPercents(minPercent, maxPercent);
  const isValid = problems.min === null && problems.max === null;
  useEffect(() => {
    if (!isValid) return;
    const timer = setTimeout(() => setTyped({ min: minPercent, max: maxPercent }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [minPercent, maxPercent, isValid]);
  const isPending = isValid && (typed.min !== minPercent || typed.max !== maxPercent);
  return { ...typed, isPending };
}
