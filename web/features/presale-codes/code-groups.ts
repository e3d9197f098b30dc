import { type ConfidenceBand, confidenceBand } from '../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../shared/presale-codes/schema.ts';

/** A code with all the mails that brought it; the surest first. */
export interface CodeGroup {
  key: string;
  best: FoundCode;
  all: readonly FoundCode[];
  accounts: readonly string[];
}

export type CodeSort = 'confidence' | 'date' | 'code' | 'account';

export interface CodeView {
  term: string;
  band: ConfidenceBand | 'all';
  sort: CodeSort;
  grouped: boolean;
}

function group(codes: readonly FoundCode[]): CodeGroup[] {
  const byCode = new Map<string, FoundCode[]>();
  for (const code of codes) byCode.set(code.code, [...(byCode.get(code.code) ?? []), code]);
  return [...byCode].flatMap(([key, all]) => {
    const sorted = [...all].sort((a, b) => b.confidence - a.confidence);
    const [best] = sorted;
    return best
      ? [{ key, best, all: sorted, accounts: [...new Set(all.map(({ account }) => account))] }]
      : [];
  });
}

const single = (code: FoundCode, index: number): CodeGroup => ({
  key: `${index}-${code.account}-${code.email_date}-${code.code}`,
  best: code,
  all: [code],
  accounts: [code.account],
});

const ORDERS: Record<CodeSort, (a: CodeGroup, b: CodeGroup) => number> = {
  confidence: (a, b) =>
    b.best.confidence - a.best.confidence || a.best.code.localeCompare(b.best.code),
  date: (a, b) => b.best.email_date.localeCompare(a.best.email_date),
  code: (a, b) => a.best.code.localeCompare(b.best.code),
  account: (a, b) =>
    a.best.account.localeCompare(b.best.account) || b.best.confidence - a.best.confidence,
};

/** The codes as the list shows them: filtered, then grouped, then sorted. */
export function viewCodes(codes: readonly FoundCode[], view: CodeView): CodeGroup[] {
  const term = view.term.trim().toLowerCase();
  const found = codes.filter(
    (code) =>
      (view.band === 'all' || confidenceBand(code.confidence) === view.band) &&
      (term === '' ||
        [code.code, code.account, code.email_subject, code.email_from].some((text) =>
          text.toLowerCase().includes(term),
        )),
  );
  const groups = view.grouped ? group(found) : found.map(single);
  return groups.sort(ORDERS[view.sort]);
}
