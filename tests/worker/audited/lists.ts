import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { signCode } from '../../../worker/features/code-memory/index.ts';
import { makeCtx } from '../../factories/worker/context.ts';
import { connectScanner, ownUser, probed } from '../mailbox-world.ts';
import {
  type AuditedCalls,
  type AuditedDesk,
  addCategory,
  NO_ID,
  QUEUE_TYPE as type,
  uniqueWord,
} from './desk.ts';

const PASSWORD = 'kelp orbit of the tests 29';
const PROFILE = {
  email: 'théo@mail.test',
  password: PASSWORD,
  name: 'Théo Marchand',
  phone: '+33 4 65 71 23 08',
  address: '4 rue de la Paix',
  city: 'Lyon',
  postal: '69002',
  state: '',
  country: 'FR',
  card_number: '4000123412341234',
  card_exp_month: '03',
  card_exp_year: '2030',
  cvv: '987',
};

const queue = (queue_id: string) => ({
  type,
  queue_id,
  queue_total: 10,
  queue_date: '2026-11-20',
  accounts: [{ account_name: `${uniqueWord()}@audited.test`, position: 3 }],
});

async function addMailbox(desk: AuditedDesk) {
  const place = { user: ownUser(), host: 'imap.host.test', port: 993 };
  await desk.send('POST', '/imap-accounts', { ...place, is_active: false, password: PASSWORD });
  const [row] = await desk.db.all<{ id: number }>(
    sql`select id from imap_accounts where user = ${place.user}`,
  );
  return { id: row?.id ?? 0, place };
}

async function addProfile(desk: AuditedDesk) {
  const profile_name = `Audited ${uniqueWord()}`;
  await desk.send('POST', '/profiles', { profiles: [{ ...PROFILE, profile_name }] });
  const [row] = await desk.db.all<{ id: number }>(
    sql`select id from profiles where profile_name = ${profile_name}`,
  );
  const id = row?.id ?? 0;
  return {
    id,
    subject: `profile:${id}`,
    named: { count: 1, ids: [id], was: { names: [profile_name] } },
  };
}

const viewOf = (name: string) => ({
  screen: 'agenda',
  name,
  address: '?kind=presale',
  columns: null,
  is_shared: false,
});
const viewDetail = (name: string) => ({ screen: 'agenda', name, isShared: false });

async function addView(desk: AuditedDesk) {
  const name = uniqueWord();
  await desk.send('POST', '/views', viewOf(name));
  const [row] = await desk.db.all<{ id: number }>(sql`select id from views where name = ${name}`);
  const id = row?.id ?? 0;
  return { name, path: `/views/${id}`, subject: `view:${id}`, was: viewDetail(name) };
}

const watchOf = (mailbox: number) => ({
  name: 'Audited',
  search: { search_keywords: ['herons'], code_length_min: 4, imap_account_ids: [mailbox] },
});

async function addWatch(desk: AuditedDesk) {
  const place = { user: ownUser(), host: 'imap.host.test', port: 993 };
  await desk.send('POST', '/imap-accounts', { ...place, password: PASSWORD });
  const [mailbox] = await desk.db.all<{ id: number }>(
    sql`select id from imap_accounts where user = ${place.user}`,
  );
  const json = watchOf(mailbox?.id ?? 0);
  await desk.send('POST', '/presale-watches', json);
  const [watch] = await desk.db.all<{ id: number }>(
    sql`select id from presale_watches order by id desc limit 1`,
  );
  return { id: watch?.id ?? 0, mailbox: mailbox?.id ?? 0 };
}

const SENDER = '00000000000000aa';

/** The id of a code that the operator has found. */
const foundCodeOf = ({ operator }: AuditedDesk): string =>
  signCode(
    { ...makeCtx(), operator },
    {
      code: uniqueWord(),
      mail: '1/INBOX/1/1',
      sender: 'Club <club@club.test>',
      place: `${SENDER}.${Buffer.alloc(50, 1).toString('base64url')}`,
    },
  ) ?? '';

/** Queues and categories, profiles, mailboxes and their watches. */
export const LIST_CALLS: AuditedCalls = {
  'PUT /limit-rules': async ({ operator, send }) => {
    await send('PUT', '/limit-rules', { accounts_per_event: 40 });
    return {
      json: { accounts_per_event: 60 },
      action: 'limit-guard.change',
      subject: `operator:${operator.id}`,
      detail: { accounts_per_event: 60, was: { accounts_per_event: 40 } },
      writes: 'limit_rules',
      refused: { json: { accounts_per_event: 0 } },
    };
  },
  'POST /limit-answers': async () => {
    const { event_id, ...exceeded } = {
      event_id: 'G5vYZ9limit',
      event: 'Elbe Hall, Hamburg',
      kind: 'tickets',
      limit: 6,
      asked: 8,
    };
    const file = { tool: 'encore', file: 'encore_Northern Lanterns_12_2026-11-28.csv' };
    return {
      json: { ...file, exceeded: [{ event_id, ...exceeded }] },
      action: 'limit-guard.confirm',
      subject: `sale:${event_id}`,
      detail: { ...exceeded, ...file },
      writes: 'audit',
      refused: { json: { ...file, exceeded: [] } },
    };
  },
  'POST /found-codes/:id/verdict': async (desk) => {
    const path = `/found-codes/${foundCodeOf(desk)}/verdict`;
    return {
      path,
      json: { verdict: 'right' },
      action: 'code-memory.answer',
      subject: 'code_memory',
      detail: { verdict: 'right', sender: 'Club <club@club.test>' },
      writes: 'code_memory',
      refused: { path, json: { verdict: 'perhaps' } },
    };
  },
  'DELETE /code-memory/:sender': async (desk) => {
    await desk.send('POST', `/found-codes/${foundCodeOf(desk)}/verdict`, { verdict: 'right' });
    return {
      path: `/code-memory/${SENDER}`,
      action: 'code-memory.delete',
      subject: 'code_memory',
      detail: { sender: 'Club <club@club.test>' },
      writes: 'code_memory',
      refused: {},
    };
  },
  'DELETE /code-memory': async () => ({
    action: 'code-memory.delete-all',
    subject: 'code_memory',
    writes: 'code_memory',
    refused: null,
  }),
  'POST /presale-watches': async (desk) => {
    const { mailbox } = await addWatch(desk);
    const { name, search } = watchOf(mailbox);
    return {
      json: { name, search: { ...search, search_keywords: ['another'] } },
      action: 'presale-watches.add',
      subject: expect.stringMatching(/^presale_watch:\d+$/),
      detail: { name: 'Audited', mailboxes: [mailbox] },
      writes: 'presale_watches',
      refused: { json: watchOf(0) },
    };
  },
  'PATCH /presale-watches/:id': async (desk) => {
    const { id } = await addWatch(desk);
    return {
      path: `/presale-watches/${id}`,
      json: { is_paused: true },
      action: 'presale-watches.change',
      subject: `presale_watch:${id}`,
      detail: { isPaused: true, was: { name: 'Audited', isPaused: false } },
      writes: 'presale_watches',
      refused: { json: {} },
    };
  },
  'DELETE /presale-watches/:id': async (desk) => {
    const { id } = await addWatch(desk);
    return {
      path: `/presale-watches/${id}`,
      action: 'presale-watches.delete',
      subject: `presale_watch:${id}`,
      detail: { was: { name: 'Audited' } },
      writes: 'presale_watches',
      refused: {},
    };
  },
  'POST /queues/insert': async () => {
    const json = queue(uniqueWord());
    return {
      json,
      action: 'queues.upload',
      subject: `queue:${type}:${json.queue_id}`,
      detail: { queue_total: 10, queue_date: '2026-11-20' },
      writes: 'queue_positions',
      refused: { json: { ...json, queue_total: 2 } },
    };
  },
  'POST /queues/delete': async (desk) => {
    const { queue_id, ...rest } = queue(uniqueWord());
    await desk.send('POST', '/queues/insert', { queue_id, ...rest });
    return {
      json: { type, queue_id },
      action: 'queues.delete',
      subject: `queue:${type}:${queue_id}`,
      detail: { was: { queue_total: 10, queue_date: '2026-11-20', accounts: 1 } },
      writes: 'queues',
      refused: { json: { type, queue_id } },
    };
  },
  'POST /queues/accounts': async () => {
    const category_name = `audited ${uniqueWord()}`;
    return {
      json: { type, category_name, accounts: [`${uniqueWord()}@audited.test`] },
      action: 'queues.category.add',
      subject: `queue_category:${type}:${category_name}`,
      detail: { accounts: 1 },
      writes: 'queue_category_accounts',
      refused: { json: { type, category_name, accounts: ['no address'] } },
    };
  },
  'POST /queues/category/rename': async (desk) => {
    const { name, subject } = await addCategory(desk);
    const new_category_name = `renamed ${uniqueWord()}`;
    const json = { type, old_category_name: name, new_category_name };
    return {
      json,
      action: 'queues.category.rename',
      subject: `queue_category:${type}:${new_category_name}`,
      detail: { name: new_category_name, was: { name }, from: subject },
      writes: 'queue_categories',
      refused: { json },
    };
  },
  'POST /queues/category/delete': async (desk) => {
    const { name, subject } = await addCategory(desk);
    const json = { type, category_name: name };
    return {
      json,
      subject,
      action: 'queues.category.delete',
      detail: { was: { name, accounts: 1 } },
      writes: 'queue_categories',
      refused: { json },
    };
  },
  'POST /queues/category/transfer': async (desk) => {
    const { name, account, subject } = await addCategory(desk);
    const to_category = `target ${uniqueWord()}`;
    const json = { type, mode: 'move', from_category: name, to_category, accounts: [account] };
    return {
      json,
      subject,
      action: 'queues.category.move',
      detail: { to: to_category, accounts: 1 },
      writes: 'queue_category_accounts',
      refused: { json: { ...json, from_category: 'no such category' } },
    };
  },
  'POST /queues/category/remove': async (desk) => {
    const { name, account, subject } = await addCategory(desk);
    const json = { type, category_name: name, accounts: [account] };
    return {
      json,
      subject,
      action: 'queues.category.remove',
      detail: { accounts: 1 },
      writes: 'queue_category_accounts',
      refused: { json: { ...json, category_name: 'no such category' } },
    };
  },
  'POST /profiles': async () => ({
    json: { profiles: [{ ...PROFILE, profile_name: `Audited ${uniqueWord()}` }] },
    action: 'profiles.add',
    subject: 'profiles',
    detail: { added: 1, refused: 0 },
    writes: 'profiles',
    refused: { json: { profiles: [{ ...PROFILE, profile_name: 'Audited', card_number: '4242' }] } },
  }),
  'POST /profiles/full': async (desk) => {
    const { id } = await addProfile(desk);
    return {
      json: { ids: [id] },
      action: 'profiles.read',
      subject: 'profiles',
      detail: { chosen: 1, profiles: 1 },
      writes: null,
      refused: { json: { ids: [] } },
    };
  },
  'POST /profiles/delete': async (desk) => {
    const { id, subject, named } = await addProfile(desk);
    return {
      json: { ids: [id] },
      subject,
      action: 'profiles.delete',
      detail: named,
      writes: 'profiles',
      refused: { json: { ids: [id] } },
    };
  },
  'POST /profiles/restore': async (desk) => {
    const { id, subject, named } = await addProfile(desk);
    await desk.send('DELETE', `/profiles/${id}`);
    return {
      json: { ids: [id] },
      subject,
      action: 'profiles.restore',
      detail: named,
      writes: 'profiles',
      refused: { json: { ids: [id] } },
    };
  },
  'PUT /profiles/:id/split': async (desk) => {
    const { id, subject } = await addProfile(desk);
    return {
      path: `/profiles/${id}/split`,
      json: { street: 'Oak St' },
      subject,
      action: 'profiles.split',
      detail: { parts: ['street'] },
      writes: 'profiles',
      refused: { json: {} },
    };
  },
  'POST /profiles/:id/reveal': async (desk) => {
    const { id, subject } = await addProfile(desk);
    return {
      path: `/profiles/${id}/reveal`,
      subject,
      action: 'profiles.read',
      writes: null,
      refused: {},
    };
  },
  'DELETE /profiles/:id': async (desk) => {
    const { id, subject, named } = await addProfile(desk);
    return {
      path: `/profiles/${id}`,
      subject,
      action: 'profiles.delete',
      detail: named,
      writes: 'profiles',
      refused: {},
    };
  },
  'POST /imap-accounts': async () => {
    const place = { user: ownUser(), host: 'imap.host.test', port: 993 };
    const json = { ...place, is_active: false, tags: ['audited'], password: PASSWORD };
    return {
      json,
      action: 'imap-accounts.add',
      subject: expect.stringMatching(/^imap_account:\d+$/),
      detail: { ...place, isActive: false, tags: 'audited' },
      writes: 'imap_accounts',
      refused: { json },
    };
  },
  'PUT /imap-accounts/:id': async (desk) => {
    const { id, place } = await addMailbox(desk);
    const json = { ...place, is_active: false, password: `${PASSWORD} again` };
    return {
      path: `/imap-accounts/${id}`,
      json,
      action: 'imap-accounts.change',
      subject: `imap_account:${id}`,
      detail: {
        ...place,
        auth: 'password',
        isActive: false,
        tags: [],
        folders: null,
        isResealed: true,
        was: { ...place, auth: 'password', isActive: false, tags: [], folders: null },
      },
      writes: 'imap_accounts',
      refused: { json },
    };
  },
  'DELETE /imap-accounts/:id': async (desk) => {
    const { id, place } = await addMailbox(desk);
    return {
      path: `/imap-accounts/${id}`,
      action: 'imap-accounts.delete',
      subject: `imap_account:${id}`,
      detail: {
        was: { ...place, auth: 'password', isActive: false, tags: [], folders: null },
      },
      writes: 'imap_accounts',
      refused: {},
    };
  },
  'POST /imap-accounts/sign-in': async () => ({
    json: { provider: 'google', tags: ['audited'] },
    action: 'imap-accounts.sign-in-start',
    subject: 'imap_account:new',
    detail: { provider: 'google' },
    writes: 'mailbox_sign_ins',
    refused: { json: { provider: 'google', id: NO_ID } },
  }),
  'POST /imap-accounts/test': async () => {
    const place = { user: ownUser(), host: 'imap.host.test', port: 993 };
    const scanner = await connectScanner(probed({ message: 'Signed in' }));
    return {
      json: { ...place, password: PASSWORD },
      action: 'imap-accounts.test',
      subject: 'imap_account:new',
      detail: place,
      writes: null,
      refused: { json: place },
      after: scanner.close,
    };
  },
  'POST /imap-accounts/check': async (desk) => {
    const { id } = await addMailbox(desk);
    return {
      json: { ids: [id] },
      action: 'mailbox-health.check',
      subject: 'imap_accounts',
      detail: { mailboxes: 1 },
      writes: 'imap_accounts',
      refused: { json: { ids: ['all'] } },
    };
  },
  'POST /views': async () => {
    const name = uniqueWord();
    return {
      json: viewOf(name),
      action: 'views.add',
      subject: expect.stringMatching(/^view:\d+$/),
      detail: viewDetail(name),
      writes: 'views',
      refused: { json: viewOf(' ') },
    };
  },
  'PUT /views/:id': async (desk) => {
    const { path, subject, was } = await addView(desk);
    const name = uniqueWord();
    return {
      path,
      subject,
      action: 'views.change',
      json: viewOf(name),
      detail: { ...viewDetail(name), was },
      writes: 'views',
      refused: { path, json: viewOf(' ') },
    };
  },
  'DELETE /views/:id': async (desk) => {
    const { path, subject, was } = await addView(desk);
    return {
      path,
      subject,
      action: 'views.delete',
      detail: { was },
      writes: 'views',
      refused: { path },
    };
  },
  'POST /imap-accounts/import': async () => {
    const place = { user: ownUser(), host: 'imap.host.test', port: 993 };
    return {
      json: { accounts: [{ ...place, password: PASSWORD }], tags: ['audited'] },
      action: 'imap-accounts.add',
      subject: expect.stringMatching(/^imap_account:\d+$/),
      detail: { ...place, isActive: true, tags: 'audited' },
      writes: 'imap_accounts',
      refused: { json: { accounts: [], tags: [] } },
    };
  },
};
