import { type ConfidenceBand, confidenceBand } from '../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../shared/presale-codes/schema.ts';

/** A code with all the mails that brought it; the surest first. */
export interface CodeGroup {
  key: string;
  best: FoundCode;
  all: readonly FoundCode[];
  accounts: readonly string[];
}

export type CodeColumn = 'code' | 'account' | 'date' | 'confidence';
export type CodeBand = ConfidenceBand | 'all';

export interface CodeView {
  term: string;
  band: CodeBand;
  sort: { column: CodeColumn; order: 'asc' | 'desc' };
  grouped: boolean;
}

export const FIRST_VIEW: CodeView = {
  term: '',
  band: 'all',
  sort: { column: 'confidence', order: 'desc' },
  grouped: true,
};

/** Comparing by locale costs ten times as much without a collator made once. */
const { compare } = new Intl.Collator('en', { numeric: true });

const COLUMNS: Record<CodeColumn, (a: CodeGroup, b: CodeGroup) => number> = {
  code: (a, b) => compare(a.best.code, b.best.code),
  account: (a, b) => compare(a.best.account, b.best.account),
  // ISO dates: their text is in the order of their time.
  date: (a, b) => order(a.best.email_date, b.best.email_date),
  confidence: (a, b) => a.best.confidence - b.best.confidence,
};

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The chosen column, then the surest, then the code: never two orders for the same codes. */
function comparing({ sort }: CodeView): (a: CodeGroup, b: CodeGroup) => number {
  const column = COLUMNS[sort.column];
  const sign = sort.order === 'asc' ? 1 : -1;
  return (a, b) =>
    sign * column(a, b) ||
    b.best.confidence - a.best.confidence ||
    order(a.best.code, b.best.code) ||
    order(a.key, b.key);
}

function filterOf({ term, band }: CodeView): (code: FoundCode) => boolean {
  const wanted = term.trim().toLowerCase();
  return (code) =>
    (band === 'all' || confidenceBand(code.confidence) === band) &&
    (wanted === '' ||
      [code.code, code.account, code.email_subject, code.email_from].some((text) =>
        text.toLowerCase().includes(wanted),
      ));
}

/** What tells two sightings apart: the mailbox, the mail and the code. */
export const identityOf = (code: FoundCode): string =>
  JSON.stringify([code.account, code.email_date, code.email_subject, code.code]);

function groupOf(key: string, codes: readonly FoundCode[]): CodeGroup[] {
  const all = codes.toSorted((a, b) => b.confidence - a.confidence);
  const [best] = all;
  return best
    ? [{ key, best, all, accounts: [...new Set(all.map(({ account }) => account))] }]
    : [];
}

const single = (code: FoundCode): CodeGroup => ({
  key: identityOf(code),
  best: code,
  all: [code],
  accounts: [code.account],
});

/** The codes as the list shows them: filtered, grouped, sorted. */
export const viewCodes = (codes: readonly FoundCode[], view: CodeView): readonly CodeGroup[] =>
  extendView([], codes, view);

/**
 * Takes more codes into a list that {@link viewCodes} made with the same view. Only what is new is sorted and then
 * merged, so that thousands of codes can stream in.
 */
export function extendView(
  groups: readonly CodeGroup[],
  news: readonly FoundCode[],
  view: CodeView,
): readonly CodeGroup[] {
  const found = news.filter(filterOf(view));
  if (found.length === 0) return groups;
  if (!view.grouped) return merge(groups, found.map(single), view);
  const touched = byCode(found);
  const kept: CodeGroup[] = [];
  const changed: CodeGroup[] = [];
  for (const group of groups) {
    const more = touched.get(group.key);
    if (more === undefined) {
      kept.push(group);
      continue;
    }
    changed.push(...groupOf(group.key, [...group.all, ...more]));
    touched.delete(group.key);
  }
  for (const [key, codes] of touched) changed.push(...groupOf(key, codes));
  return merge(kept, changed, view);
}

function byCode(codes: readonly FoundCode[]): Map<string, FoundCode[]> {
  const found = new Map<string, FoundCode[]>();
  for (const code of codes) {
    const known = found.get(code.code);
    if (known) known.push(code);
    else found.set(code.code, [code]);
  }
  return found;
}

function merge(sorted: readonly CodeGroup[], news: CodeGroup[], view: CodeView): CodeGroup[] {
  const compareGroups = comparing(view);
  news.sort(compareGroups);
  if (sorted.length === 0) return news;
  const merged: CodeGroup[] = [];
  let next = 0;
  for (const group of sorted) {
    for (let fresh = news[next]; fresh && compareGroups(fresh, group) < 0; fresh = news[++next])
      merged.push(fresh);
    merged.push(group);
  }
  return [...merged, ...news.slice(next)];
}

/** How many codes are in each band. */
export function countBands(codes: readonly FoundCode[]): Record<ConfidenceBand, number> {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { confidence } of codes) counts[confidenceBand(confidence)] += 1;
  return counts;
}
