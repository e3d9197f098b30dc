import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { ownArtistId } from './artist-world.ts';
import { readSettings } from './settings.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

const db = () => openDatabase(readSettings());
const send = (method: string, path: string, body?: unknown) =>
  call(`/events/monitored-artists${path}`, {
    method,
    json: body,
  });
const list = async () => {
  const answer: { data: { artist_id: string }[] } = await (await send('GET', '')).json();
  return answer.data;
};
const find = async (id: string) => (await list()).find(({ artist_id }) => artist_id === id);

describe('the calls of the artist monitor', () => {
  const settings = {
    artist_name: 'Marisol Vega',
    artist_image: 'https://pictures.test/1.jpg',
    start_monitoring: '2099-11-20',
    end_monitoring: '2099-11-27',
  };

  test('add, list, change and remove an artist, with exactly the specified fields', async () => {
    const artist_id = ownArtistId();
    const added = await send('POST', '', { artist_id, ...settings });
    expect(added.status).toBe(201);
    expect(await added.json()).toEqual({ success: true });
    expect(await find(artist_id)).toEqual({ artist_id, ...settings });

    const changed = { ...settings, end_monitoring: '2099-12-24' };
    const answer = await send('PUT', `/${artist_id}`, changed);
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    expect(await find(artist_id)).toEqual({ artist_id, ...changed });

    expect((await send('DELETE', `/${artist_id}`)).status).toBe(200);
    expect(await find(artist_id)).toBeUndefined();
    const trail = await db()
      .select()
      .from(audit)
      .where(eq(audit.subject, `artist:${artist_id}`));
    expect(trail.map(({ action }) => action)).toEqual([
      'artist-monitor.add',
      'artist-monitor.change',
      'artist-monitor.remove',
    ]);
  });

  test('keep an entry without dates as it is', async () => {
    const artist_id = ownArtistId();
    await send('POST', '', { artist_id, artist_name: 'Ongoing' });
    expect(await find(artist_id)).toMatchObject({ start_monitoring: null, end_monitoring: null });
    await send('DELETE', `/${artist_id}`);
  });

  test('refuse an artist twice, an unknown one and an end before the start', async () => {
    const artist_id = ownArtistId();
    await send('POST', '', { artist_id, ...settings });
    const twice = await send('POST', '', { artist_id, ...settings });
    expect(twice.status).toBe(409);
    expect(await twice.json()).toEqual({
      success: false,
      message: 'Marisol Vega is monitored already.',
    });
    for (const [method, path] of [
      ['PUT', `/${ownArtistId()}`],
      ['DELETE', `/${ownArtistId()}`],
      ['POST', `/${ownArtistId()}/check`],
    ] as const) {
      const answer = await send(method, path, method === 'PUT' ? settings : undefined);
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { success: false, message: 'This artist is not monitored.' },
      ]);
    }
    const backwards = { ...settings, end_monitoring: '2099-11-19' };
    const refused = await send('PUT', `/${artist_id}`, backwards);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      issues: [{ path: 'end_monitoring', message: 'The end date is before the start date' }],
    });
    expect(await find(artist_id)).toMatchObject({ end_monitoring: settings.end_monitoring });
  });

  test('all require a sign-in', async () => {
    const anonymous = await call('/events/monitored-artists', { headers: { authorization: '' } });
    expect(anonymous.status).toBe(401);
  });
});
