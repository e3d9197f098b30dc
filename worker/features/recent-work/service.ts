import * as z from 'zod/mini';
import { readStored } from '../../../shared/json.ts';
import { pick } from '../../../shared/pick.ts';
import { canonicalUrl } from '../../../shared/price-monitor/prices.ts';
import { isSame } from '../../../shared/recent-work/same.ts';
import {
  type ChangedWork,
  LONGEST_WORK_NAME,
  type NewWork,
  type Work,
  type WorkItem,
  type WorkKind,
  type WorkLookup,
  type WorkQuery,
  workBody,
} from '../../../shared/recent-work/schema.ts';
import { cut } from '../../../shared/text.ts';
import { isoTime } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { readPage } from '../../db/page.ts';
import { seal, unseal } from '../../security/vault.ts';
import * as store from './store.ts';

const workKey = (ctx: Ctx, id: number) => ({ id, operatorId: signedIn(ctx).id });

/** A page of the operator's works, most recently saved first. */
export async function listWork(ctx: Ctx, query: WorkQuery) {
  const { id } = signedIn(ctx);
  const { rows, total, nextCursor } = await readPage(query, {
    rows: (page) => store.listWork(ctx.db, id, query, page),
    count: () => store.countWork(ctx.db, id, query),
    sortValues: (row) => [row.updatedAt, row.id],
  });
  return { data: rows.map(toItem), total, next_cursor: nextCursor };
}

/** A work with its content. @throws DomainError `not_found` */
export async function openWork(ctx: Ctx, id: number): Promise<Work> {
  return unsealRow(ctx, await store.readWork(ctx.db, workKey(ctx, id)));
}

/** The newest work of a tool with this key, null if there is none. */
export async function findWork(ctx: Ctx, lookup: WorkLookup): Promise<Work | null> {
  const row = await store.findWork(ctx.db, signedIn(ctx).id, lookup);
  return row ? unsealRow(ctx, row) : null;
}

/** The presets of a generator with their content, by name. */
export async function listPresets(ctx: Ctx, key: string): Promise<Work[]> {
  const rows = await store.listPresets(ctx.db, signedIn(ctx).id, key);
  return rows.map((row) => unsealRow(ctx, row));
}

/** Adds a work. @returns its id; its version is 1. */
export async function addWork(ctx: Ctx, { token, body, ...input }: NewWork) {
  return store.insertWork(ctx, {
    ...input,
    operatorId: signedIn(ctx).id,
    body: sealBody(ctx, token, body),
    sealRow: token,
    updatedAt: ctx.clock(),
    siteEvents: siteEventsOf(input.kind, body),
  });
}

/**
 * Saves a work over the version that the caller has. A repeated save changes nothing: a page that
 * is closed does not receive the answer to its last save, and the next page sends it again.
 * @throws DomainError `conflict` if something else was saved since then, `not_found` if it was
 * deleted.
 */
export async function saveWork(ctx: Ctx, id: number, { version, body, ...input }: ChangedWork) {
  const stored = await store.readWork(ctx.db, workKey(ctx, id));
  const { sealRow } = stored;
  const content = { ...input, body: sealBody(ctx, sealRow, body), updatedAt: ctx.clock() };
  try {
    const siteEvents = siteEventsOf(stored.kind, body);
    await store.updateWork(ctx, { ...stored, version }, content, siteEvents);
  } catch (error) {
    const now = await openWork(ctx, id);
    // The description for lists may differ, because the next page repeats the one that it loaded before the save was
    // complete.
    const isRepeated =
      now.version === version + 1 && now.key === input.key && isSame(now.body, body);
    if (!isRepeated) throw error;
  }
}

/** @throws DomainError `not_found` */
export async function renameWork(ctx: Ctx, id: number, name: string | null): Promise<void> {
  await store.setName(ctx, await store.readWork(ctx.db, workKey(ctx, id)), name);
}

/** Copies a work under the name 'Copy of …'. @returns the id of the copy. */
export async function duplicateWork(ctx: Ctx, id: number) {
  const { key, body, kind, name, title, events, rows } = await openWork(ctx, id);
  const copied = cut(`Copy of ${name ?? title}`, LONGEST_WORK_NAME).trim();
  const token = crypto.randomUUID();
  return addWork(ctx, { token, kind, key, name: copied, title, events, rows, body });
}

/**
 * Deletes a work, which can be restored until it is erased.
 * @throws DomainError `not_found`
 */
export const deleteWork = (ctx: Ctx, id: number): Promise<void> =>
  store.setDeleted(ctx, workKey(ctx, id), ctx.clock());

/**
 * Restores a deleted work.
 * @throws DomainError `not_found` for a work that was erased.
 */
export const restoreWork = (ctx: Ctx, id: number): Promise<void> =>
  store.setDeleted(ctx, workKey(ctx, id), null);

/** The part of a work of Adonis or Tsuki that names its events. */
const siteBody = z.object({
  events: z.array(z.object({ url: z.string(), eventId: z._default(z.string(), '') })),
});

/** The events of a work of Adonis or Tsuki: the provider's ids, and the addresses of pasted ones. */
function siteEventsOf(kind: WorkKind, body: Work['body']): string[] {
  if (kind !== 'adonis' && kind !== 'tsuki') return [];
  const { data } = siteBody.safeParse(body);
  return (data?.events ?? []).map(({ url, eventId }) => eventId || canonicalUrl(url));
}

const placeOf = (row: string) => ({ column: 'recent_work.body', row }) as const;

const sealBody = (ctx: Ctx, sealRow: string, body: Work['body']): string =>
  seal(ctx.env.DATA_KEY, placeOf(sealRow), JSON.stringify(body));

function unsealRow(ctx: Ctx, row: store.StoredWork): Work {
  const text = unseal(ctx.env.DATA_KEY, placeOf(row.sealRow), row.body);
  return { ...toItem(row), key: row.key, body: readStored(workBody, text) };
}

const ITEM = ['id', 'kind', 'name', 'title', 'events', 'rows', 'version'] as const;

const toItem = (row: store.ListedWork): WorkItem => ({
  ...pick(row, ITEM),
  updated_at: isoTime(row.updatedAt),
});
