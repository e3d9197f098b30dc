import {
  facts,
  type HistoryEntry,
  type HistoryKind,
  type HistoryQuery,
} from '../../../shared/audit/schema.ts';
import { readStored } from '../../../shared/json.ts';
import { categoryKey } from '../../../shared/queues/keys.ts';
import { isoTime } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { type AuditFilter, type AuditRow, listChanges, listEntries } from './store.ts';

const ENTRIES_OF_PAGE = 30;
const READ_AT_ONCE = 1_000;

/** The subject of one change to many objects of a kind. */
const GROUPS: Partial<Record<HistoryKind, string>> = {
  profile: 'profiles',
  price_target: 'price_targets',
};

/** A page of the changes of an object, newest first. An object without a change, or an unknown one, has none. */
export async function readHistory(
  { db }: Pick<Ctx, 'db'>,
  { kind, id, before }: HistoryQuery,
): Promise<{ data: HistoryEntry[]; next_before: number | null }> {
  // The name of a category is compared in any letter case.
  const key = kind === 'queue_category' ? categoryKey(id) : id;
  const of = { subject: `${kind}:${key}`, group: GROUPS[kind] ?? null, id };
  const rows = await listChanges(db, of, { before, limit: ENTRIES_OF_PAGE });
  const isFull = rows.length === ENTRIES_OF_PAGE;
  return { data: rows.map(toEntry), next_before: isFull ? (rows.at(-1)?.id ?? null) : null };
}

const toEntry = ({ id, at, actor, action, detail }: AuditRow): HistoryEntry => ({
  id,
  at: isoTime(at),
  actor,
  action,
  detail: readStored(facts, detail),
});

/** All changes that match, in the order of time. For the command line. */
export async function* readAudit(
  { db }: Pick<Ctx, 'db'>,
  filter: AuditFilter,
): AsyncGenerator<HistoryEntry & { subject: string; request_id: string }> {
  for (let afterId = 0; ; ) {
    const rows = await listEntries(db, filter, { afterId, limit: READ_AT_ONCE });
    for (const row of rows) {
      yield { ...toEntry(row), subject: row.subject, request_id: row.requestId };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_AT_ONCE) return;
    afterId = last.id;
  }
}
