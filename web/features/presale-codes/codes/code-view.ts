import { type ConfidenceBand, confidenceBand } from '../../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';

/** A code with all mails that contain it, the most likely one first. */
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

/** One collator: `localeCompare` is ten times slower. */
const { compare: compareTexts } = new Intl.Collator('en', { numeric: true });

const COLUMNS: Record<CodeColumn, (a: CodeGroup, b: CodeGroup) => number> = {
  code: (a, b) => compareTexts(a.best.code, b.best.code),
  account: (a, b) => compareTexts(a.best.account, b.best.account),
  // ISO dates: text order is time order.
  date: (a, b) => order(a.best.email_date, b.best.email_date),
  confidence: (a, b) => a.best.confidence - b.best.confidence,
};

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By the chosen column, then by confidence, then by code, so that the order is always the same. */
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

/** The identity of a sighting: mailbox, mail and code. */
export const identityOf = (code: FoundCode): string =>
  JSON.stringify([code.account, code.email_date, code.email_subject, code.code]);

/** The folder in which a mail was found, from its id: mailbox, folder, validity of its uids, uid and signature. */
export const folderOf = ({ mail_id }: Pick<FoundCode, 'mail_id'>): string =>
  /^\d+\/(.+)\/\d+\/\d+(?:\/[0-9a-f]{32})?$/s.exec(mail_id)?.[1] ?? '';

/** @param codes a list of at least one code */
function groupOf(key: string, codes: readonly FoundCode[]): CodeGroup {
  const [only] = codes;
  if (only !== undefined && codes.length === 1)
    return { key, best: only, all: codes, accounts: [only.account] };
  const all = codes.toSorted((a, b) => b.confidence - a.confidence);
  const best = all.reduce((a, b) => (b.confidence > a.confidence ? b : a));
  const accounts = [...new Set(all.map(({ account }) => account))];
  return { key, best, all, accounts };
}

/** The filtered, grouped and sorted codes of the list. */
export const viewCodes = (codes: readonly FoundCode[], view: CodeView): readonly CodeGroup[] =>
  extendView([], codes, view);

/**
 * Adds codes to a list that {@link viewCodes} created with the same view. Only the groups of the
 * new codes are rebuilt, because thousands of codes can stream in.
 */
export function extendView(
  groups: readonly CodeGroup[],
  news: readonly FoundCode[],
  view: CodeView,
): readonly CodeGroup[] {
  const keyOf = view.grouped ? ({ code }: FoundCode) => code : identityOf;
  const added = Map.groupBy(news.filter(filterOf(view)), keyOf);
  if (added.size === 0) return groups;
  const others: CodeGroup[] = [];
  for (const group of groups) {
    const more = added.get(group.key);
    if (more === undefined) others.push(group);
    else added.set(group.key, [...group.all, ...more]);
  }
  const compare = comparing(view);
  return mergeSorted(
    others,
    [...added].map(([key, codes]) => groupOf(key, codes)).sort(compare),
    compare,
  );
}

/**
 * Merges a few groups into many. Both are sorted, and the position of each of the few is found by
 * binary search, because a comparison costs far more than a copy.
 */
function mergeSorted(
  many: readonly CodeGroup[],
  few: readonly CodeGroup[],
  compare: (a: CodeGroup, b: CodeGroup) => number,
): CodeGroup[] {
  const merged: CodeGroup[] = [];
  let from = 0;
  for (const group of few) {
    let low = from;
    let high = many.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = many[middle];
      if (other !== undefined && compare(other, group) <= 0) low = middle + 1;
      else high = middle;
    }
    for (; from < low; from += 1) merged.push(many[from] as CodeGroup);
    merged.push(group);
  }
  for (; from < many.length; from += 1) merged.push(many[from] as CodeGroup);
  return merged;
}

/** The number of rows that the list shows for each band. */
export function countBands(
  codes: readonly FoundCode[],
  { grouped }: Pick<CodeView, 'grouped'>,
): Record<ConfidenceBand, number> {
  const rows = { high: new Set<string>(), medium: new Set<string>(), low: new Set<string>() };
  for (const code of codes)
    rows[confidenceBand(code.confidence)].add(grouped ? code.code : identityOf(code));
  return { high: rows.high.size, medium: rows.medium.size, low: rows.low.size };
}

/** The list in two parts; `less` is folded. If a confidence is chosen, nothing is folded. */
export function splitLikely(
  groups: readonly CodeGroup[],
  { band }: Pick<CodeView, 'band'>,
): { likely: readonly CodeGroup[]; less: readonly CodeGroup[] } {
  const isFolded = ({ best }: CodeGroup) =>
    band === 'all' && confidenceBand(best.confidence) === 'low';
  return {
    likely: groups.filter((group) => !isFolded(group)),
    less: groups.filter(isFolded),
  };
}

/** Distinct codes by their best confidence (less likely means low), and sightings: a code in a mail of a mailbox. */
export function countCodes(codes: readonly FoundCode[]): {
  likely: number;
  less: number;
  sightings: number;
} {
  const isLikely = new Map<string, boolean>();
  for (const { code, confidence } of codes)
    isLikely.set(code, isLikely.get(code) === true || confidenceBand(confidence) !== 'low');
  const likely = [...isLikely.values()].filter(Boolean).length;
  return { likely, less: isLikely.size - likely, sightings: codes.length };
}
