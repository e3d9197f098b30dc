import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  channelAnswer,
  channelChange,
  channelsAnswer,
  channelTestAnswer,
  madeChannelAnswer,
  newChannel,
  pushKeyAnswer,
} from '../../../shared/notification-channels/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate, validId } from '../../http/validate.ts';
import {
  addChannel,
  changeChannel,
  listChannels,
  readPushKey,
  removeChannel,
  testChannel,
} from './service.ts';

/** The operator's channels: where notifications are sent besides the bell. */
export const notificationChannelsRoutes = new Hono<AppEnv>()
  .get('/notification-channels', answers(channelsAnswer), async (c) => {
    const data = await listChannels(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  // The answer contains a secret, and a channel sends presale codes to its address.
  .post(
    '/notification-channels',
    access('write', 'secrets'),
    answers(madeChannelAnswer, { status: 201 }),
    perMinute(20),
    validate('json', newChannel),
    async (c) => {
      const made = await addChannel(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...made }, 201);
    },
  )
  .get('/notification-channels/push-key', answers(pushKeyAnswer), async (c) => {
    const key = await readPushKey(c.var.ctx);
    return c.json({ success: true as const, key }, 200);
  })
  .patch(
    '/notification-channels/:id',
    answers(channelAnswer),
    validId,
    validate('json', channelChange),
    async (c) => {
      const { id } = c.req.valid('param');
      const data = await changeChannel(c.var.ctx, id, c.req.valid('json'));
      return c.json({ success: true as const, data }, 200);
    },
  )
  .delete('/notification-channels/:id', answers(doneAnswer), validId, async (c) => {
    await removeChannel(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Channel deleted' }, 200);
  })
  .post(
    '/notification-channels/:id/test',
    answers(channelTestAnswer),
    perMinute(10),
    validId,
    async (c) => {
      const result = await testChannel(c.var.ctx, c.req.valid('param').id);
      return c.json({ success: true as const, ...result }, 200);
    },
  );
