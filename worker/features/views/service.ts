import { pick } from '../../../shared/pick.ts';
import { fold } from '../../../shared/text.ts';
import { isoTime } from '../../../shared/times.ts';
import type { NewView, View, ViewsQuery } from '../../../shared/views/schema.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import type { Changing } from '../../db/change.ts';
import * as store from './store.ts';

type Author = Changing & Pick<Ctx, 'operator'>;

const toData = ({ view, author }: store.ListedView, operatorId: number): View => ({
  ...pick(view, ['id', 'screen', 'name', 'address', 'columns']),
  is_shared: view.isShared,
  author,
  is_own: view.operatorId === operatorId,
  created_at: isoTime(view.createdAt),
  changed_at: isoTime(view.changedAt),
});

const rowOf = ({ is_shared: isShared, ...view }: NewView) => ({
  ...view,
  nameKey: fold(view.name),
  isShared,
});

/** The operator's views and those that others share, of one screen or of all screens, by name. */
export async function listViews(
  ctx: Pick<Ctx, 'db' | 'operator'>,
  { screen }: ViewsQuery,
): Promise<View[]> {
  const operatorId = signedIn(ctx).id;
  const rows = await store.findViews(ctx.db, { operatorId, screen });
  return rows.map((row) => toData(row, operatorId));
}

/** @throws DomainError `conflict` if the name is taken on this screen, or the operator has too many views */
export async function addView(ctx: Author, view: NewView): Promise<View> {
  const operatorId = signedIn(ctx).id;
  const id = await store.insertView(ctx, operatorId, rowOf(view));
  return toData(await store.findView(ctx.db, id), operatorId);
}

/** @throws DomainError `not_found` also for the view of another operator, `conflict` if the name is taken */
export async function changeView(ctx: Author, id: number, view: NewView): Promise<View> {
  const operatorId = signedIn(ctx).id;
  await store.updateView(ctx, { id, operatorId }, rowOf(view));
  return toData(await store.findView(ctx.db, id), operatorId);
}

/** @throws DomainError `not_found` also for the view of another operator */
export const deleteView = (ctx: Author, id: number): Promise<void> =>
  store.deleteView(ctx, { id, operatorId: signedIn(ctx).id });
