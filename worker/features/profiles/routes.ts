import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  addProfilesAnswer,
  addProfilesRequest,
  type FullProfilesAnswer,
  fullProfileAnswer,
  fullProfilesAnswer,
  fullProfilesRequest,
  type ProfilesAnswer,
  profileIdsRequest,
  profileNotesAnswer,
  profileNotesQuery,
  profilesAnswer,
  profilesQuery,
} from '../../../shared/profiles/schema.ts';
import { splitAnswer, splitRequest } from '../../../shared/profiles/split.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, MIB } from '../../http/body-limit.ts';
import { atOnce, perMinute } from '../../http/rate-limit.ts';
import { streamJson } from '../../http/text-stream.ts';
import { validate, validId } from '../../http/validate.ts';
import {
  addProfiles,
  correctSplit,
  countNotes,
  deleteProfiles,
  restoreProfiles,
  revealProfile,
  streamFullProfiles,
  streamProfiles,
} from './service.ts';

/** The calls of buyer profiles. */
export const profilesRoutes = new Hono<AppEnv>()
  .get('/profiles', answers(profilesAnswer), validate('query', profilesQuery), async (c) =>
    streamJson<ProfilesAnswer>(c, streamProfiles(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/profiles/notes',
    answers(profileNotesAnswer),
    validate('query', profileNotesQuery),
    async (c) => {
      const notes = await countNotes(c.var.ctx, c.req.valid('query'));
      return c.json({ success: true as const, ...notes }, 200);
    },
  )
  // Enough for 50,000 profiles.
  .post(
    '/profiles',
    answers(addProfilesAnswer),
    bodyLimit(24 * MIB),
    validate('json', addProfilesRequest),
    async (c) => {
      const result = await addProfiles(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...result }, 200);
    },
  )
  .post(
    '/profiles/full',
    access('read', 'secrets'),
    answers(fullProfilesAnswer),
    perMinute(6),
    atOnce(1, { waitMs: 20_000 }),
    validate('json', fullProfilesRequest),
    async (c) =>
      streamJson<FullProfilesAnswer>(c, streamFullProfiles(c.var.ctx, c.req.valid('json'))),
  )
  .post('/profiles/delete', answers(doneAnswer), validate('json', profileIdsRequest), async (c) => {
    await deleteProfiles(c.var.ctx, c.req.valid('json').ids);
    return c.json({ success: true as const, message: 'Profiles deleted' }, 200);
  })
  .post(
    '/profiles/restore',
    answers(doneAnswer),
    validate('json', profileIdsRequest),
    async (c) => {
      await restoreProfiles(c.var.ctx, c.req.valid('json').ids);
      return c.json({ success: true as const, message: 'Profiles restored' }, 200);
    },
  )
  .put(
    '/profiles/:id/split',
    answers(splitAnswer),
    validId,
    validate('json', splitRequest),
    async (c) => {
      const data = await correctSplit(c.var.ctx, c.req.valid('param').id, c.req.valid('json'));
      return c.json({ success: true as const, data }, 200);
    },
  )
  .post(
    '/profiles/:id/reveal',
    access('read', 'secrets'),
    answers(fullProfileAnswer),
    perMinute(30),
    validId,
    async (c) => {
      const profile = await revealProfile(c.var.ctx, c.req.valid('param').id);
      return c.json({ success: true as const, data: profile }, 200);
    },
  )
  .delete('/profiles/:id', answers(doneAnswer), validId, async (c) => {
    await deleteProfiles(c.var.ctx, [c.req.valid('param').id]);
    return c.json({ success: true as const, message: 'Profile deleted' }, 200);
  });
