import { expect } from 'vitest';
import {
  catalogueEvents,
  catalogueSales,
  catalogues,
} from '../../../worker/db/schema/catalogues.ts';
import { runSampleData } from '../../../worker/features/sample-data/index.ts';
import { loadSampleData, removeSampleData } from '../../../worker/features/sample-data/service.ts';
import { whenFree } from '../../factories/worker/alone.ts';
import { makeCtx } from '../../factories/worker/context.ts';
import { confirmSessions } from '../../factories/worker/operators.ts';
import { type AuditedCalls, type AuditedDesk, makeGuarded, NO_ID, newPasskey } from './desk.ts';

const PASSWORD = 'kelp orbit of the tests 29';
const WORK = {
  kind: 'encore',
  key: 'a1,b2',
  title: 'Northern Lanterns',
  events: 2,
  rows: 40,
  body: { webhooks: ['https://hooks.test/secret-hook'] },
};
const workDetail = { title: WORK.title, events: WORK.events, rows: WORK.rows };
const wholeWork = { kind: WORK.kind, name: null, ...workDetail };

/** The entries about an operator's own account name its e-mail. */
const ofAccount = ({ operator }: AuditedDesk, verb: string) => ({
  action: `auth.${verb}`,
  subject: `operator:${operator.email}`,
});

async function addWork(desk: AuditedDesk) {
  const work = { ...WORK, token: crypto.randomUUID() };
  const answer = await desk.send('POST', '/recent-work', work);
  const { id } = (await answer.json()) as { id: number };
  return { id, subject: `recent_work:${id}`, path: `/recent-work/${id}` };
}

/** A general sale that a catalogue lists, as POST /sales/follow takes it. */
async function listedSale(db: AuditedDesk['db']) {
  const eventId = `audited-${crypto.randomUUID()}`;
  await db
    .insert(catalogues)
    .values({ country: 'NO', isOn: true, nextAt: 0 })
    .onConflictDoNothing();
  const [row] = await db
    .insert(catalogueEvents)
    .values({
      country: 'NO',
      eventId,
      hash: 'h',
      name: 'Concert',
      artists: [],
      venue: '',
      city: '',
      segment: '',
      genre: '',
      url: '',
      status: 'onsale',
      day: '',
      searchText: '',
      addedAt: 0,
      changedAt: 0,
    })
    .returning({ id: catalogueEvents.id });
  const opensAt = Date.now() + 30 * 86_400_000;
  await db
    .insert(catalogueSales)
    .values({ event: row?.id ?? 0, kind: 'general', name: '', opensAt, country: 'NO' });
  return { event_id: eventId, kind: 'general', presale_name: null };
}

async function addNote({ db, send }: AuditedDesk) {
  const { event_id: event } = await listedSale(db);
  await send('POST', `/sale/${event}/notes`, { text: 'First.' });
  const answer = await send('GET', `/sale/${event}`);
  const { notes } = (await answer.json()) as { notes: { id: number }[] };
  const id = notes[0]?.id;
  return { event, path: `/sale-notes/${id}`, subject: `sale_note:${id}` };
}

const CHANNEL = {
  name: 'Night',
  kind: 'slack',
  kinds: ['mailbox'],
  quiet: null,
  address: 'https://hooks.slack.com/services/T0/B0/abcdefghijkl',
};

async function addChannel({ send }: AuditedDesk) {
  const answer = await send('POST', '/notification-channels', CHANNEL);
  const { data } = (await answer.json()) as { data: { id: number } };
  return {
    path: `/notification-channels/${data.id}`,
    subject: `notification_channel:${data.id}`,
  };
}

/** The id of an event that the provider lists. */
async function findEvent({ send }: AuditedDesk): Promise<string> {
  const found = await send('GET', '/events/get_artists/Northern%20Lanterns');
  const { artists } = (await found.json()) as { artists: { id: string }[] };
  const listed = await send('GET', `/events/artist/${artists[0]?.id}`);
  const { data } = (await listed.json()) as { data: { id: string }[] };
  return data[0]?.id ?? '';
}

async function clearSampleData({ operator }: AuditedDesk): Promise<void> {
  await removeSampleData(makeCtx({ operator })).catch(() => undefined);
  await whenFree(() => runSampleData(makeCtx()));
}

/** The operator's account, work and calendar, and calls that belong to no other group. */
export const ACCOUNT_CALLS: AuditedCalls = {
  'POST /auth/login': async (desk) => ({
    ...ofAccount(desk, 'sign_in'),
    json: { email: desk.operator.email, password: desk.operator.password },
    writes: 'sessions',
    refused: { json: { email: desk.operator.email, password: 'a wrong password' } },
  }),
  'POST /auth/login/second-factor': async (desk) => {
    const { ticket, code } = await makeGuarded(desk);
    return {
      ...ofAccount(desk, 'sign_in'),
      json: { ticket, recovery_code: code },
      detail: { second_factor: 'recovery code' },
      writes: 'recovery_codes',
      refused: { json: { ticket, recovery_code: code } },
    };
  },
  'POST /auth/logout': async (desk) => ({
    ...ofAccount(desk, 'sign_out'),
    json: {},
    writes: 'sessions',
    refused: { json: { everywhere: 'yes' } },
  }),
  'POST /auth/password': async (desk) => ({
    ...ofAccount(desk, 'change_password'),
    json: { current_password: desk.operator.password, new_password: PASSWORD },
    writes: 'operators',
    refused: { json: { current_password: 'a wrong password', new_password: PASSWORD } },
  }),
  'POST /auth/passkeys': async (desk) => {
    const json = await newPasskey(desk);
    return {
      ...ofAccount(desk, 'add_passkey'),
      json,
      detail: { name: 'Work laptop' },
      writes: 'passkeys',
      refused: { json },
    };
  },
  'POST /auth/passkeys/remove': async (desk) => {
    const { id } = await makeGuarded(desk);
    const { id: operatorId, password } = desk.operator;
    await confirmSessions(operatorId);
    return {
      ...ofAccount(desk, 'remove_passkey'),
      json: { id, password },
      detail: { was: { names: [expect.any(String)] } },
      writes: 'passkeys',
      refused: { json: { id, password } },
    };
  },
  'POST /auth/confirm': async (desk) => {
    const { code } = await makeGuarded(desk);
    const answer = await desk.send('POST', '/auth/confirm/options');
    const { ticket } = (await answer.json()) as { ticket: string };
    return {
      ...ofAccount(desk, 'confirm'),
      json: { ticket, recovery_code: code },
      detail: { second_factor: 'recovery code' },
      writes: 'sessions',
      refused: { json: { ticket, recovery_code: code } },
    };
  },
  'DELETE /auth/sessions/:id': async (desk) => {
    const { email, password } = desk.operator;
    await desk.send('POST', '/auth/login', { email, password });
    const answer = await desk.send('GET', '/auth/sessions');
    const { sessions } = (await answer.json()) as {
      sessions: { id: string; is_current: boolean }[];
    };
    const id = sessions.find(({ is_current }) => !is_current)?.id;
    return {
      ...ofAccount(desk, 'end_session'),
      path: `/auth/sessions/${id}`,
      detail: { session: id, was: { device: expect.any(String) } },
      writes: 'sessions',
      refused: {},
    };
  },
  'POST /api-tokens': async ({ operator: { password } }) => ({
    json: { name: 'Night export', scopes: ['read'], expires_at: null, password },
    action: 'api-tokens.add',
    subject: expect.stringMatching(/^api_token:\d+$/),
    detail: { name: 'Night export', scopes: 'read', expires_at: null },
    writes: 'api_tokens',
    refused: { json: { name: 'Night export', scopes: [], expires_at: null, password } },
  }),
  'DELETE /api-tokens/:id': async ({ send, operator: { password } }) => {
    const json = { name: 'Old', scopes: ['read'], expires_at: null, password };
    const answer = await send('POST', '/api-tokens', json);
    const { data } = (await answer.json()) as { data: { id: number } };
    return {
      path: `/api-tokens/${data.id}`,
      action: 'api-tokens.revoke',
      subject: `api_token:${data.id}`,
      detail: { was: { name: 'Old', scopes: 'read' } },
      writes: 'api_tokens',
      refused: {},
    };
  },
  'POST /calendar/subscription': async ({ operator }) => ({
    action: 'calendar.subscribe',
    subject: `operator:${operator.id}`,
    writes: 'calendar_subscriptions',
    refused: null,
  }),
  'DELETE /calendar/subscription': async (desk) => {
    await desk.send('POST', '/calendar/subscription');
    return {
      action: 'calendar.revoke',
      subject: `operator:${desk.operator.id}`,
      writes: 'calendar_subscriptions',
      refused: {},
    };
  },
  'POST /calendar/events': async (desk) => ({
    json: { ids: [await findEvent(desk)] },
    action: 'calendar.add',
    subject: `operator:${desk.operator.id}`,
    detail: { events: 1 },
    writes: 'calendar_events',
    refused: { json: { ids: [] } },
  }),
  'DELETE /calendar/events': async (desk) => {
    await desk.send('POST', '/calendar/events', { ids: [await findEvent(desk)] });
    return {
      action: 'calendar.clear',
      subject: `operator:${desk.operator.id}`,
      detail: { was: { events: 1 } },
      writes: 'calendar_events',
      refused: null,
    };
  },
  'POST /users/get_random': async () => ({
    json: { amount: 2, nationality: 'FR', seed: 'audited' },
    action: 'users.generate',
    subject: 'users',
    detail: { amount: 2, nationality: 'FR' },
    writes: 'activity',
    refused: { json: { amount: 5_001, nationality: 'FR' } },
  }),
  'POST /recent-work': async () => ({
    json: { ...WORK, token: crypto.randomUUID() },
    action: 'recent-work.add',
    subject: expect.stringMatching(/^recent_work:\d+$/),
    detail: wholeWork,
    writes: 'recent_work',
    refused: { json: { ...WORK, token: 'no UUID' } },
  }),
  'PUT /recent-work/:id': async (desk) => {
    const { path, subject } = await addWork(desk);
    const { kind: _, ...content } = WORK;
    return {
      path,
      subject,
      action: 'recent-work.save',
      json: { ...content, version: 1 },
      detail: { version: 2, ...workDetail, was: workDetail },
      writes: 'recent_work',
      refused: { path, json: { ...content, body: { other: true }, version: 1 } },
    };
  },
  'PATCH /recent-work/:id': async (desk) => {
    const { path, subject } = await addWork(desk);
    return {
      path,
      subject,
      action: 'recent-work.rename',
      json: { name: 'Friday' },
      detail: { name: 'Friday', was: { name: null } },
      writes: 'recent_work',
      refused: { json: { name: 'Friday' } },
    };
  },
  'POST /recent-work/:id/duplicate': async (desk) => {
    const { path } = await addWork(desk);
    return {
      path: `${path}/duplicate`,
      action: 'recent-work.add',
      subject: expect.stringMatching(/^recent_work:\d+$/),
      detail: { kind: 'encore', name: `Copy of ${WORK.title}`, ...workDetail },
      writes: 'recent_work',
      refused: {},
    };
  },
  'DELETE /recent-work/:id': async (desk) => {
    const { path, subject } = await addWork(desk);
    return {
      path,
      subject,
      action: 'recent-work.delete',
      detail: { was: wholeWork },
      writes: 'recent_work',
      refused: { path },
    };
  },
  'POST /recent-work/:id/restore': async (desk) => {
    const { path, subject } = await addWork(desk);
    await desk.send('DELETE', path);
    return {
      path: `${path}/restore`,
      subject,
      action: 'recent-work.restore',
      detail: { was: wholeWork },
      writes: 'recent_work',
      refused: {},
    };
  },
  'PUT /notifications/muted': async ({ operator, send }) => {
    await send('PUT', '/notifications/muted', { kinds: ['mailbox'] });
    return {
      json: { kinds: ['system'] },
      action: 'notifications.mute',
      subject: `operator:${operator.id}`,
      detail: { kinds: ['system'], was: { kinds: ['mailbox'] } },
      writes: 'notification_settings',
      refused: { json: { kinds: ['rumour'] } },
    };
  },
  'POST /notifications/resend': async () => ({
    action: 'notifications.resend',
    subject: 'notifications',
    writes: 'notifications',
    refused: null,
  }),
  'PUT /reminder-settings': async ({ operator, send }) => {
    await send('PUT', '/reminder-settings', { leads_minutes: [30] });
    return {
      json: { leads_minutes: [5, 60] },
      action: 'reminders.change',
      subject: `operator:${operator.id}`,
      detail: { leads: [60, 5], was: { leads: [30] } },
      writes: 'reminder_settings',
      refused: { json: { leads_minutes: [0] } },
    };
  },
  'POST /sales/follow': async ({ db }) => ({
    json: await listedSale(db),
    action: 'reminders.follow',
    subject: expect.stringMatching(/^sale:audited/),
    detail: { kind: 'general', name: '' },
    writes: 'sale_follows',
    refused: { json: { event_id: 'nowhere', kind: 'general', presale_name: null } },
  }),
  'POST /sale/:event_id/notes': async ({ db }) => {
    const { event_id } = await listedSale(db);
    return {
      path: `/sale/${event_id}/notes`,
      json: { text: 'Upper ring K is behind the desk.' },
      action: 'sales.add-note',
      subject: expect.stringMatching(/^sale_note:\d+$/),
      detail: { event: event_id },
      writes: 'sale_notes',
      refused: { path: `/sale/${event_id}/notes`, json: { text: ' ' } },
    };
  },
  'PATCH /sale-notes/:id': async (desk) => {
    const { path, subject, event } = await addNote(desk);
    return {
      path,
      subject,
      action: 'sales.change-note',
      json: { text: 'Row 3 too.' },
      detail: { was: { event } },
      writes: 'sale_notes',
      refused: { path, json: { text: '' } },
    };
  },
  'DELETE /sale-notes/:id': async (desk) => {
    const { path, subject, event } = await addNote(desk);
    return {
      path,
      subject,
      action: 'sales.delete-note',
      detail: { was: { event } },
      writes: 'sale_notes',
      refused: { path },
    };
  },
  'DELETE /sales/follow': async ({ db }) => ({
    json: await listedSale(db),
    action: 'reminders.unfollow',
    subject: expect.stringMatching(/^sale:audited/),
    detail: { kind: 'general', name: '' },
    writes: 'sale_follows',
    refused: { json: { event_id: '', kind: 'general', presale_name: null } },
  }),
  'POST /notification-channels': async () => ({
    json: CHANNEL,
    action: 'notification-channels.add',
    subject: expect.stringMatching(/^notification_channel:\d+$/),
    detail: { name: 'Night', kind: 'slack', kinds: ['mailbox'], address: expect.anything() },
    writes: 'notification_channels',
    refused: { json: { ...CHANNEL, kinds: [] } },
  }),
  'PATCH /notification-channels/:id': async (desk) => {
    const { path, subject } = await addChannel(desk);
    return {
      path,
      subject,
      json: { is_paused: true },
      action: 'notification-channels.change',
      detail: { isPaused: true, was: { name: 'Night', isPaused: false } },
      writes: 'notification_channels',
      refused: { path: `/notification-channels/${NO_ID}`, json: { is_paused: true } },
    };
  },
  'DELETE /notification-channels/:id': async (desk) => {
    const { path, subject } = await addChannel(desk);
    return {
      path,
      subject,
      action: 'notification-channels.delete',
      detail: { was: { name: 'Night', kind: 'slack', address: expect.anything() } },
      writes: 'notification_channels',
      refused: { path: `/notification-channels/${NO_ID}` },
    };
  },
  'POST /sample-data': async (desk) => {
    await clearSampleData(desk);
    return {
      action: 'sample-data.load',
      subject: 'sample_data',
      detail: { load: expect.anything() },
      writes: 'sample_data',
      refused: null,
      after: () => clearSampleData(desk),
    };
  },
  'DELETE /sample-data': async (desk) => {
    await clearSampleData(desk);
    await loadSampleData(makeCtx({ operator: desk.operator }));
    return {
      action: 'sample-data.remove',
      subject: 'sample_data',
      writes: 'sample_data',
      refused: null,
      after: () => clearSampleData(desk),
    };
  },
};
