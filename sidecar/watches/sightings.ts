import { createHash } from 'node:crypto';
import {
  WATCHING_LIMITS,
  type WatchPlan,
  type WatchSighting,
} from '../../shared/presale-watches/scanner.ts';
import type { ScanQuery } from '../../shared/scanners/protocol.ts';
import { cut } from '../../shared/text.ts';
import { log } from '../log.ts';
import type { FetchedMail } from '../mailbox/read-folder.ts';
import { batchOf, type Outcome, type Reader } from '../reader/protocol.ts';

/**
 * Identifies a mail: the same for its copies in other folders, and if the folder gets other uids.
 * Mails without a Message-ID are identified by their envelope.
 */
export function nameOfMail({
  identity,
  subject,
  from,
  date,
}: Pick<FetchedMail, 'identity' | 'subject' | 'from' | 'date'>): string {
  if (identity !== 0) return `m${identity.toString(36)}`;
  const facts = JSON.stringify([subject, from, date]);
  return `e${createHash('sha256').update(facts).digest('hex').substring(0, 24)}`;
}

/**
 * The codes of mails for the watches of a mailbox, and how many mails could not be read. Mails are read once for each
 * different search.
 */
export async function findSightings(
  reader: Reader,
  mails: readonly FetchedMail[],
  { watches, learned }: Pick<WatchPlan, 'watches'> & Pick<ScanQuery, 'learned'>,
  signal: AbortSignal,
): Promise<{ codes: WatchSighting[]; unread: number }> {
  const bySearch = Map.groupBy(watches, ({ query }) => JSON.stringify({ ...query, since: 0 }));
  const sightings: WatchSighting[] = [];
  const unread = new Set<string>();
  for (const group of bySearch.values()) {
    const [first] = group;
    if (first === undefined || mails.length === 0) continue;
    const outcomes = await reader.read(batchOf({ ...first.query, learned }, mails), signal);
    signal.throwIfAborted();
    for (const [index, mail] of mails.entries()) {
      const outcome = outcomes?.[index];
      if (outcome === undefined) throw new Error('The reader left out a mail.');
      if (outcome.fault !== '') {
        log('mail of a watch not read', { error: outcome.fault });
        unread.add(mail.key);
      }
      for (const { id, query } of group)
        if (!isOlder(mail, query.since)) sightings.push(...sightingsOf(id, mail, outcome));
    }
  }
  return { codes: sightings, unread: unread.size };
}

const isOlder = ({ date }: FetchedMail, since: number): boolean =>
  date !== '' && Date.parse(date) < since;

const sightingsOf = (watch: number, mail: FetchedMail, { codes }: Outcome): WatchSighting[] =>
  codes.map(({ code, confidence, evidence, place }) => ({
    watch,
    mail: nameOfMail(mail),
    key: mail.key,
    code,
    confidence,
    date: mail.date,
    ...(place && { place }),
    evidence: cut(evidence, WATCHING_LIMITS.text),
    subject: cut(mail.subject, WATCHING_LIMITS.text),
    from: cut(mail.from, WATCHING_LIMITS.text),
  }));
