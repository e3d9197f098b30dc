import { fitsOf } from '../../../shared/sales/fitting-codes.ts';
import { FITS, type SaleCode } from '../../../shared/sales/schema.ts';
import { readValidity } from '../../../shared/sales/validity.ts';
import { isoTime } from '../../../shared/times.ts';
import type { KnownEvent } from './event.ts';
import type { StoredCode, StoredWatch } from './store-codes.ts';

interface Candidates {
  codes: readonly StoredCode[];
  /** All watches. */
  watches: readonly StoredWatch[];
}

/**
 * The codes that fit an event, those of a named presale first; a code that several mails have is listed once.
 * @param eventIds of the page of the event
 */
export function fittingCodes(
  event: KnownEvent,
  eventIds: readonly string[],
  { codes, watches }: Candidates,
): SaleCode[] {
  const fitOf = fitsOf(event);
  const watchById = new Map(watches.map((watch) => [watch.id, watch]));
  const best = new Map<string, { code: SaleCode; accounts: Set<string> }>();
  for (const row of codes) {
    const watch = watchById.get(row.watchId);
    const arrivedAt = Date.parse(row.arrived);
    const fit = fitOf({
      evidence: row.evidence,
      subject: row.subject,
      sender: row.sender,
      arrivedAt: Number.isNaN(arrivedAt) ? null : arrivedAt,
      keywords: watch?.keywords ?? row.keywords ?? [],
      isOfWatch: watch !== undefined,
      isOfEvent: typeof watch?.eventId === 'string' && eventIds.includes(watch.eventId),
    });
    if (fit === null) continue;
    const key = row.code.toLowerCase();
    const other = best.get(key);
    other?.accounts.add(row.account);
    if (other !== undefined && !isBetter({ ...fit, confidence: row.confidence }, other.code))
      continue;
    const { from, until } = readValidity(row.evidence);
    const code = {
      code: row.code,
      confidence: row.confidence,
      presale_name: fit.presale,
      fit: fit.fit,
      why: fit.why,
      valid_from: from,
      valid_until: until,
      evidence: row.evidence,
      email_subject: row.subject,
      email_from: row.sender,
      email_date: row.arrived,
      account: row.account,
      mailboxes: 1,
      watch: watch?.name ?? '',
      found_at: isoTime(row.foundAt),
    };
    best.set(key, { code, accounts: other?.accounts ?? new Set([row.account]) });
  }
  return [...best.values()]
    .map(({ code, accounts }) => ({ ...code, mailboxes: accounts.size }))
    .sort((a, b) => (isBetter(a, b) ? -1 : 1));
}

type Rated = Pick<SaleCode, 'fit' | 'confidence'>;

const isBetter = (a: Rated, b: Rated): boolean =>
  FITS.indexOf(a.fit) - FITS.indexOf(b.fit) < 0 || (a.fit === b.fit && a.confidence > b.confidence);
