import type { ChannelMessage } from '../../../shared/channel.ts';
import { isoTime } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { monitorMessage } from '../../durable/channel-client.ts';
import { readCountMessage } from '../queues/index.ts';
import * as store from './store.ts';

type Publishing = Pick<Ctx, 'db' | 'clock' | 'publish'>;

const PUBLISHED_AT_ONCE = 200;

/**
 * Publishes the current state of everything that is marked. A change is published when it is made;
 * this repeats what the channel may have missed, because the channel could not be reached or the
 * Worker ended. The channel skips a state that it already has. For the cron trigger.
 */
export async function publishMarked(ctx: Publishing): Promise<void> {
  let marks: store.Mark[];
  do {
    marks = await store.listMarks(ctx.db, PUBLISHED_AT_ONCE);
    if (marks.length === 0) return;
    await ctx.publish(await messagesOf(ctx, marks));
    // A removal also removes what the channel has stored about an event that was added again.
    await store.sendAgain(ctx.db, namesOf(marks, 'price'));
    await store.deleteMarks(
      ctx.db,
      marks.map(({ id }) => id),
    );
  } while (marks.length === PUBLISHED_AT_ONCE);
}

const namesOf = (marks: readonly store.Mark[], target: store.Mark['target']): string[] =>
  marks.flatMap((mark) => (mark.target === target ? mark.name : []));

async function messagesOf(
  ctx: Publishing,
  marks: readonly store.Mark[],
): Promise<ChannelMessage[]> {
  const ids = namesOf(marks, 'artist');
  const artists = await store.findArtists(ctx.db, ids);
  const changed_at = isoTime(ctx.clock());
  return [
    ...namesOf(marks, 'price').map((url) => monitorMessage('price', url, 'removed')),
    ...ids.map((id) => artistMessage(id, artists.get(id))),
    ...namesOf(marks, 'mailboxes').map(() => ({
      type: 'mailboxes' as const,
      data: { changed_at },
    })),
    ...(await Promise.all(namesOf(marks, 'queues').map(() => readCountMessage(ctx)))),
  ];
}

function artistMessage(id: string, row: store.MarkedArtist | undefined): ChannelMessage {
  if (row === undefined) return monitorMessage('artist', id, 'removed');
  const { failure, checkedAt, nextCheckAt } = row;
  const state = failure !== null ? 'failing' : checkedAt === null ? 'waiting' : 'ok';
  return monitorMessage('artist', id, state, { failure, checkedAt, nextCheckAt });
}
