import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { monitoredArtists } from '../../../worker/db/schema/artist-monitor.ts';
import { catalogues } from '../../../worker/db/schema/catalogues.ts';
import { watchRules } from '../../../worker/db/schema/watch-rules.ts';
import { ownArtistId } from '../artist-world.ts';
import { type AuditedCalls, type AuditedDesk, addCategory, NO_ID, uniqueWord } from './desk.ts';

async function addArtist({ db }: AuditedDesk): Promise<string> {
  const artistId = ownArtistId();
  const row = { artistId, name: 'Marisol Vega', image: '', createdAt: 0, nextCheckAt: 1e15 };
  await db.insert(monitoredArtists).values(row);
  return artistId;
}

/** Other tests list the monitored artists. */
const removeArtist = ({ db }: AuditedDesk, id: string) =>
  db.delete(monitoredArtists).where(eq(monitoredArtists.artistId, id));

const artist = {
  artist_name: 'Marisol Vega',
  artist_image: '',
  start_monitoring: '2026-11-22',
  end_monitoring: null,
};
const artistDetail = { name: 'Marisol Vega', image: '', startDay: '2026-11-22', endDay: null };

/** A separate host, so that tests do not wait for the pace of each other's pages. */
const ownEventUrl = () => `https://${uniqueWord()}.axs.com/event/audited`;

/** A paused event: nothing else changes it. */
async function addEvent(desk: AuditedDesk) {
  const url = ownEventUrl();
  const targets = [{ url, tags: ['before'] }];
  await desk.send('POST', '/events/price-targets', { targets, tags: [] });
  const [row] = await desk.db.all<{ id: number }>(
    sql`select id from price_targets where url = ${url}`,
  );
  const ids = [row?.id ?? 0];
  await desk.send('POST', '/events/price-targets/pause', { ids, is_paused: true });
  const remove = () => desk.send('POST', '/events/price-targets/remove', { ids });
  const removed = { was: { url, title: null, tags: ['before'] } };
  const subject = `price_target:${ids[0]}`;
  return { ids, url, remove, removed, subject, named: { count: 1, ids } };
}

const watchRule = { name: 'Audited', countries: ['DE'], opens_within_hours: 24 };
const ruleDetail = {
  name: 'Audited',
  isActive: true,
  artists: 0,
  countries: ['DE'],
  cities: [],
  venues: [],
  segments: [],
  hours: 24,
};

async function addRule(desk: AuditedDesk): Promise<number> {
  await desk.send('POST', '/watch-rules', watchRule);
  const [row] = await desk.db.select().from(watchRules);
  return row?.id ?? 0;
}

/** Calls that watch artists and prices, and the dispatch of accounts. */
export const MONITOR_CALLS: AuditedCalls = {
  'POST /watch-rules': async ({ db }) => ({
    json: watchRule,
    action: 'watch-rules.add',
    subject: expect.stringMatching(/^watch_rule:\d+$/),
    detail: ruleDetail,
    writes: 'watch_rules',
    refused: { json: { name: 'Empty' } },
    after: () => db.delete(watchRules),
  }),
  'PUT /watch-rules/:id': async (desk) => {
    const id = await addRule(desk);
    return {
      path: `/watch-rules/${id}`,
      json: { ...watchRule, name: 'After' },
      action: 'watch-rules.change',
      subject: `watch_rule:${id}`,
      detail: { ...ruleDetail, name: 'After', was: { name: 'Audited', isActive: true } },
      writes: 'watch_rules',
      refused: { json: watchRule },
      after: () => desk.db.delete(watchRules),
    };
  },
  'PATCH /watch-rules/:id': async (desk) => {
    const id = await addRule(desk);
    return {
      path: `/watch-rules/${id}`,
      json: { is_active: false },
      action: 'watch-rules.switch',
      subject: `watch_rule:${id}`,
      detail: { isActive: false, was: { name: 'Audited', isActive: true } },
      writes: 'watch_rules',
      refused: { json: { is_active: 'no' } },
      after: () => desk.db.delete(watchRules),
    };
  },
  'DELETE /watch-rules/:id': async (desk) => {
    const id = await addRule(desk);
    return {
      path: `/watch-rules/${id}`,
      action: 'watch-rules.delete',
      subject: `watch_rule:${id}`,
      detail: { was: { name: 'Audited' } },
      writes: 'watch_rules',
      refused: {},
    };
  },
  'PUT /catalogues': async ({ db }) => ({
    json: { countries: ['AE'] },
    action: 'catalogues.choose',
    subject: 'catalogues',
    detail: { countries: ['AE'] },
    writes: 'catalogues',
    refused: { json: { countries: ['XX'] } },
    after: () => db.delete(catalogues),
  }),
  'PUT /catalogues/:country': async ({ db }) => ({
    path: '/catalogues/AE',
    json: { is_on: true },
    action: 'catalogues.switch',
    subject: 'catalogue:AE',
    detail: { isOn: true },
    writes: 'catalogues',
    refused: { json: { is_on: 'yes' } },
    after: () => db.delete(catalogues),
  }),
  'POST /catalogues/:country/read': async ({ db }) => {
    const nextAt = Date.now() + 86_400_000;
    await db.insert(catalogues).values({ country: 'AE', isOn: true, nextAt });
    return {
      path: '/catalogues/AE/read',
      action: 'catalogues.read',
      subject: 'catalogue:AE',
      writes: 'catalogues',
      refused: { path: '/catalogues/AT/read' },
      after: () => db.delete(catalogues),
    };
  },
  'POST /events/monitored-artists': async (desk) => {
    const json = { ...artist, artist_id: ownArtistId() };
    return {
      json,
      action: 'artist-monitor.add',
      subject: `artist:${json.artist_id}`,
      detail: artistDetail,
      writes: 'monitored_artists',
      refused: { json },
      after: () => removeArtist(desk, json.artist_id),
    };
  },
  'PUT /events/monitored-artists/:artist_id': async (desk) => {
    const id = await addArtist(desk);
    return {
      path: `/events/monitored-artists/${id}`,
      json: artist,
      action: 'artist-monitor.change',
      subject: `artist:${id}`,
      detail: { ...artistDetail, was: { ...artistDetail, startDay: null } },
      writes: 'monitored_artists',
      refused: { json: artist },
      after: () => removeArtist(desk, id),
    };
  },
  'DELETE /events/monitored-artists/:artist_id': async (desk) => {
    const id = await addArtist(desk);
    return {
      path: `/events/monitored-artists/${id}`,
      action: 'artist-monitor.remove',
      subject: `artist:${id}`,
      detail: { was: { ...artistDetail, startDay: null } },
      writes: 'monitored_artists',
      refused: { path: `/events/monitored-artists/${id}` },
    };
  },
  'POST /events/monitored-artists/:artist_id/check': async (desk) => {
    const id = await addArtist(desk);
    return {
      path: `/events/monitored-artists/${id}/check`,
      action: 'artist-monitor.check',
      subject: `artist:${id}`,
      writes: 'monitored_artists',
      refused: {},
      after: () => removeArtist(desk, id),
    };
  },
  'POST /events/dispatch-csv': async (desk) => {
    const { name } = await addCategory(desk);
    const dispatch = (categories: string[]) => ({
      events_by_account: 1,
      events: [{ id: 'E1', accounts_amount: 1, event_infos: {}, categories }],
      artist_name: name,
    });
    return {
      json: dispatch([name]),
      action: 'signup.dispatch',
      subject: `dispatch:${name}`,
      detail: { events: 1, requested: 1, assigned: 1 },
      writes: null,
      refused: { json: dispatch(['no such category']) },
    };
  },
  'POST /events/monitored-price-event': async (desk) => {
    const url = ownEventUrl();
    return {
      json: { url },
      action: 'price-monitor.add',
      subject: 'price_targets',
      detail: { count: 1, urls: [url] },
      writes: 'price_targets',
      refused: { json: { url: 'not an address' } },
      after: () => desk.send('DELETE', '/events/monitored-price-event', { url }),
    };
  },
  'DELETE /events/monitored-price-event': async (desk) => {
    const { url, subject, removed } = await addEvent(desk);
    return {
      json: { url },
      subject,
      action: 'price-monitor.remove',
      detail: removed,
      writes: 'price_targets',
      refused: { json: { url } },
    };
  },
  'POST /events/update-monitored-price-event': async () => ({
    action: 'price-monitor.check',
    subject: 'price_targets',
    writes: 'price_targets',
    refused: null,
  }),
  'POST /events/price-targets': async (desk) => {
    const url = ownEventUrl();
    return {
      json: { targets: [{ url, tags: [] }], tags: ['audited'] },
      action: 'price-monitor.add',
      subject: 'price_targets',
      detail: { count: 1, urls: [url] },
      writes: 'price_targets',
      refused: { json: { targets: [], tags: [] } },
      after: () => desk.send('DELETE', '/events/monitored-price-event', { url }),
    };
  },
  'POST /events/price-targets/pause': async (desk) => {
    const { ids, subject, named, remove } = await addEvent(desk);
    return {
      json: { ids, is_paused: true },
      subject,
      action: 'price-monitor.pause',
      detail: named,
      writes: 'price_targets',
      refused: { json: { ids: [NO_ID], is_paused: true } },
      after: remove,
    };
  },
  'POST /events/price-targets/tags': async (desk) => {
    const { ids, subject, remove } = await addEvent(desk);
    return {
      json: { ids, add: ['audited'], remove: [] },
      subject,
      action: 'price-monitor.tag',
      detail: { add: ['audited'], remove: [], was: { tags: ['before'] } },
      writes: 'price_targets',
      refused: { json: { ids: [NO_ID], add: ['audited'], remove: [] } },
      after: remove,
    };
  },
  'POST /events/price-targets/alerts': async (desk) => {
    const { ids, subject, named, remove } = await addEvent(desk);
    const rule = { kind: 'below', value: 40 };
    return {
      json: { ids, ...rule },
      subject,
      action: 'price-monitor.add-alert',
      detail: { ...named, ...rule },
      writes: 'price_alerts',
      refused: { json: { ids: [NO_ID], ...rule } },
      after: remove,
    };
  },
  'POST /events/price-targets/remove': async (desk) => {
    const { ids, subject, removed } = await addEvent(desk);
    return {
      json: { ids },
      subject,
      action: 'price-monitor.remove',
      detail: removed,
      writes: 'price_targets',
      refused: { json: { ids } },
    };
  },
  'POST /events/price-observations': async (desk) => {
    const { url, subject, remove } = await addEvent(desk);
    const offers = { price: 58, priceCurrency: 'EUR' };
    const event = { '@type': 'Event', name: 'Northern Lanterns', offers };
    const page = `<script type="application/ld+json">${JSON.stringify(event)}</script>`;
    return {
      json: { url, page_source: page },
      subject,
      action: 'price-monitor.paste',
      detail: { low: 58, available: 1 },
      writes: 'price_targets',
      refused: { json: { url, page_source: 'no page' } },
      after: remove,
    };
  },
  'POST /events/price-targets/check': async (desk) => {
    const { ids, subject, named, remove } = await addEvent(desk);
    return {
      json: { ids },
      subject,
      action: 'price-monitor.check',
      detail: named,
      writes: 'price_targets',
      refused: { json: { ids: [] } },
      after: remove,
    };
  },
  'POST /events/price-alerts': async (desk) => {
    const { url, subject, remove } = await addEvent(desk);
    return {
      json: { url, kind: 'below', value: 40 },
      subject,
      action: 'price-monitor.add-alert',
      detail: { kind: 'below', value: 40 },
      writes: 'price_alerts',
      refused: { json: { url, kind: 'below', value: -1 } },
      after: remove,
    };
  },
  'POST /events/tag-alerts': async (desk) => {
    const rule = { tag: crypto.randomUUID(), kind: 'below', value: 40 };
    return {
      json: rule,
      subject: 'price_targets',
      action: 'price-monitor.add-alert',
      detail: rule,
      writes: 'price_alerts',
      refused: { json: { ...rule, value: 0 } },
      after: () => desk.db.run(sql`delete from price_alerts where tag = ${rule.tag}`),
    };
  },
  'POST /events/price-alerts/:id/test': async (desk) => {
    const { url, subject, remove } = await addEvent(desk);
    const added = await desk.send('POST', '/events/price-alerts', { url, kind: 'opens' });
    const { data } = (await added.json()) as { data: { id: number } };
    return {
      path: `/events/price-alerts/${data.id}/test`,
      subject,
      action: 'price-monitor.test-alert',
      writes: 'notifications',
      refused: {},
      after: remove,
    };
  },
  'DELETE /events/price-alerts/:id': async (desk) => {
    const { url, subject, remove } = await addEvent(desk);
    const added = await desk.send('POST', '/events/price-alerts', { url, kind: 'above', value: 9 });
    const { data } = (await added.json()) as { data: { id: number } };
    return {
      path: `/events/price-alerts/${data.id}`,
      subject,
      action: 'price-monitor.delete-alert',
      detail: { was: { kind: 'above', value: 9 } },
      writes: 'price_alerts',
      refused: {},
      after: remove,
    };
  },
};
