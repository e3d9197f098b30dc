import {
  bytesOf,
  type NewWork,
  type Work,
  type WorkItem,
  type WorkKind,
  type WorkLookup,
} from '../../../shared/recent-work/schema.ts';
import { api, send } from '../../lib/api.ts';
import { pagesQuery } from '../../lib/pages.ts';
import { queryClient, reloadQueries } from '../../lib/query-client.ts';
import { LIST_KEY } from './work-link.ts';

/** Works of one tool, or of all; newest first, page by page. */
export const workListQuery = (kind: WorkKind | undefined, search: string) =>
  pagesQuery(
    [...LIST_KEY, kind ?? 'all', search],
    (page, signal) => {
      const query = { kind, search: search || undefined, ...page };
      return send(api['recent-work'].$get({ query }, { init: { signal } }));
    },
    // Another machine may have saved works in the meantime.
    { staleTime: 0 },
  );

/** Reloads the lists. Call it after each change of a work. */
const refreshLists = (): void => {
  void reloadQueries(queryClient, { queryKey: LIST_KEY });
};

const byId = (id: number) => ({ param: { id: String(id) } });

export async function openWork(id: number): Promise<Work> {
  return (await send(api['recent-work'][':id'].$get(byId(id)))).data;
}

/** The newest work of a tool with this key; null if there is none. */
export async function findWork(lookup: WorkLookup): Promise<Work | null> {
  return (await send(api['recent-work'].find.$post({ json: lookup }))).data;
}

/** The work of a tool that was saved last; null if there is none. */
export async function newestWork(kind: WorkKind): Promise<Work | null> {
  const [newest] = (await send(api['recent-work'].$get({ query: { kind, limit: '1' } }))).data;
  return newest ? openWork(newest.id) : null;
}

/** A call of up to 64 KiB may outlive its page, so that leaving the page does not lose the last change. */
const lastingCall = (body: Work['body']) => ({ init: { keepalive: bytesOf(body) < 50_000 } });

/** Adds a work. @returns its id; its version is 1. */
export async function addWork(json: NewWork): Promise<number> {
  const { id } = await send(api['recent-work'].$post({ json }, lastingCall(json.body)));
  refreshLists();
  return id;
}

/** The version that a save replaces. */
export type WorkContent = Pick<Work, 'key' | 'title' | 'events' | 'rows' | 'body'>;

/** Saves over the version that the caller has; its successor is the next number. */
export async function saveWork(id: number, version: number, content: WorkContent): Promise<void> {
  const json = { ...content, version };
  await send(api['recent-work'][':id'].$put({ ...byId(id), json }, lastingCall(content.body)));
  refreshLists();
}

export async function renameWork({ id }: Pick<WorkItem, 'id'>, name: string): Promise<void> {
  await send(api['recent-work'][':id'].$patch({ ...byId(id), json: { name } }));
  refreshLists();
}

export async function duplicateWork({ id }: Pick<WorkItem, 'id'>): Promise<void> {
  await send(api['recent-work'][':id'].duplicate.$post(byId(id)));
  refreshLists();
}

export async function deleteWork({ id }: Pick<WorkItem, 'id'>): Promise<void> {
  await send(api['recent-work'][':id'].$delete(byId(id)));
  refreshLists();
}

export async function restoreWork({ id }: Pick<WorkItem, 'id'>): Promise<void> {
  await send(api['recent-work'][':id'].restore.$post(byId(id)));
  refreshLists();
}

/**
 * Stores work that is not edited step by step, such as a search that was started. A work with the
 * same key is replaced and keeps its name.
 */
export async function keepWork({
  kind,
  ...content
}: WorkContent & { kind: WorkKind }): Promise<void> {
  const before = await findWork({ kind, key: content.key });
  if (before) await saveWork(before.id, before.version, content);
  else await addWork({ ...content, kind, token: crypto.randomUUID(), name: null });
}
