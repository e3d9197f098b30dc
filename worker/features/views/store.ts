import { and, asc, eq, or, sql } from 'drizzle-orm';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import { VIEW_LIMITS } from '../../../shared/views/schema.ts';
import type { ViewScreen } from '../../../shared/views/screens.ts';
import { factsBefore } from '../../db/audit.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { operators } from '../../db/schema/operators.ts';
import { views } from '../../db/schema/views.ts';

export interface ListedView {
  view: typeof views.$inferSelect;
  author: string;
}
type GivenView = Pick<
  typeof views.$inferInsert,
  'screen' | 'name' | 'nameKey' | 'address' | 'columns' | 'isShared'
>;
/** A view and the operator who must be its author. */
interface OwnView {
  id: number;
  operatorId: number;
}

const listed = (db: Database) =>
  db
    .select({ view: views, author: operators.email })
    .from(views)
    .innerJoin(operators, eq(operators.id, views.operatorId));

/** The views of an operator and those that others share, by name. */
export const findViews = (
  db: Database,
  { operatorId, screen }: { operatorId: number; screen: ViewScreen | undefined },
): Promise<ListedView[]> =>
  listed(db)
    .where(
      and(
        or(eq(views.operatorId, operatorId), eq(views.isShared, true)),
        screen === undefined ? undefined : eq(views.screen, screen),
      ),
    )
    .orderBy(asc(views.nameKey), asc(views.id));

/** @throws DomainError `not_found` */
export async function findView(db: Database, id: number): Promise<ListedView> {
  const [row] = await listed(db).where(eq(views.id, id));
  if (row === undefined) throw noSuch('view');
  return row;
}

const detailOf = ({ screen, name, isShared }: GivenView) => ({ screen, name, isShared });

const nameIsTaken =
  ({ name }: GivenView) =>
  () =>
    new DomainError('conflict', `You have a view named "${name}" on this screen.`);

/** @returns its id @throws DomainError `conflict` if the name is taken, or the operator has too many views */
export async function insertView(
  ctx: Changing,
  operatorId: number,
  view: GivenView,
): Promise<number> {
  const { added } = await change(ctx, {
    statements: {
      room: sql`select 1 where (select count(*) from ${views} where ${views.operatorId} = ${operatorId}) < ${VIEW_LIMITS.views}`,
      added: ctx.db
        .insert(views)
        .values({ ...view, operatorId, createdAt: ctx.clock() })
        .returning({ id: views.id }),
    },
    audit: {
      action: 'views.add',
      subject: 'view',
      detail: detailOf(view),
      subjectIds: sql`(select last_insert_rowid() as id)`,
    },
    expect: {
      room: () =>
        new DomainError(
          'conflict',
          `An operator has at most ${VIEW_LIMITS.views} views. Delete one.`,
        ),
    },
    conflict: nameIsTaken(view),
  });
  return added[0]?.id ?? 0;
}

const isOwn = ({ id, operatorId }: OwnView) =>
  and(eq(views.id, id), eq(views.operatorId, operatorId));

const factsOfView = (viewKey: OwnView) =>
  factsBefore(
    views.id,
    { screen: views.screen, name: views.name, isShared: views.isShared },
    isOwn(viewKey),
  );

/** @throws DomainError `not_found` also for the view of another operator, `conflict` if the name is taken */
export async function updateView(ctx: Changing, viewKey: OwnView, view: GivenView): Promise<void> {
  await change(ctx, {
    statements: {
      changed: ctx.db
        .update(views)
        .set({ ...view, changedAt: ctx.clock() })
        .where(isOwn(viewKey)),
    },
    audit: {
      action: 'views.change',
      subject: 'view',
      detail: detailOf(view),
      before: factsOfView(viewKey),
    },
    expect: { changed: () => noSuch('view of yours') },
    conflict: nameIsTaken(view),
  });
}

/** @throws DomainError `not_found` also for the view of another operator */
export async function deleteView(ctx: Changing, viewKey: OwnView): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(views).where(isOwn(viewKey)) },
    audit: { action: 'views.delete', subject: 'view', before: factsOfView(viewKey) },
    expect: { deleted: () => noSuch('view of yours') },
  });
}
