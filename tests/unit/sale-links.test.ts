import { expect, test } from 'vitest';
import { apiDocument } from '../../shared/api-document/schema.ts';
import { CHANGE_KINDS } from '../../shared/artist-monitor/change-kinds.ts';
import { type NotificationKind, notificationKind } from '../../shared/notifications/schema.ts';
import { app } from '../../worker/app.ts';
import { noticeOfChange } from '../../worker/features/artist-monitor/check.ts';
import type { NewNotification } from '../../worker/features/notifications/index.ts';
import { noticeOf as noticeOfCode } from '../../worker/features/presale-watches/scanning/service.ts';
import { announce, announceTag } from '../../worker/features/price-monitor/alerts/announce.ts';
import {
  cancelNotice,
  goneNotice,
  moveNotice,
  reminderOf,
  renameNotice,
} from '../../worker/features/reminders/texts.ts';
import { noticeOf as noticeOfRule } from '../../worker/features/watch-rules/service.ts';
import { describeApi } from '../../worker/http/api-description.ts';
import { writeDocument } from '../../worker/http/api-document.ts';
import { SALE_ROWS } from '../factories/sale-rows.ts';
import { shapeOf } from './api-shape.ts';

const NOW = Date.parse('2026-11-28T10:00:00Z');
const EVENT = 'G5v0Z9Xk3-_a';

const reminder = {
  operatorId: 1,
  eventId: EVENT,
  kind: 'presale' as const,
  name: 'Fan Club',
  place: 'Hamburg',
  timezone: '',
  opensAt: NOW + 60_000,
  title: 'Zoë Größe',
  addedAt: NOW,
  dueAt: NOW,
  leads: [],
} as unknown as Parameters<typeof reminderOf>[0];

const watched = {
  id: 7,
  providerId: EVENT,
  url: 'https://shop.test/event/1',
  title: 'Zoë Größe',
  venue: 'Elbhalle',
  currency: 'EUR',
  low: 20,
  ticketsLeft: 3,
  opensAt: null,
  saleState: 'on_sale' as const,
  source: null,
  readAt: null,
} as unknown as Parameters<typeof announce>[1];
const alerts = (['below', 'back_in_stock', 'opens'] as const).map((kind, id) => ({
  id,
  kind,
  value: 30,
  firings: 0,
}));

const changes = CHANGE_KINDS.filter((kind) => kind !== 'started').map((kind) =>
  noticeOfChange(
    'Zoë Größe',
    {
      kind,
      event_id: EVENT,
      from: null,
      to: '2027-06-01T10:00:00Z',
      presale: 'Fan Club',
      place: { venue: '', location: '', nation: 'DE', timezone: 'Europe/Berlin', eventLink: '' },
    },
    { day: 1, repeats: 0, now: NOW },
  ),
);

const code = {
  watch: 1,
  mail: 'm',
  key: 'INBOX 1 1',
  code: 'LANTERN7',
  confidence: 0.9,
  evidence: 'Your code is LANTERN7.',
  subject: 'Presale',
  from: 'club@mail.test',
  date: '',
} as unknown as Parameters<typeof noticeOfCode>[0];

/** The notifications of each kind that are about a sale; a sentence for a kind that never is. */
const ABOUT_SALES: Record<NotificationKind, readonly NewNotification[] | string> = {
  price_alert: [
    ...alerts.flatMap((alert) => announce([alert], watched, NOW)),
    ...announce(alerts, watched, NOW),
    ...announceTag('Friday', alerts, watched, NOW),
  ],
  artist_event: [
    ...changes,
    noticeOfRule(
      { id: 1, name: 'Rock' },
      { country: 'DE', event: { id: EVENT, name: 'Open air', artists: [] } },
      { key: 'new', topic: 'New event', body: 'Hamburg' },
      NOW,
    ),
  ],
  presale_code: [
    noticeOfCode(code, {
      mailbox: 1,
      account: 'a@b.test',
      name: 'All',
      eventId: EVENT,
      now: NOW,
    }),
  ],
  sale_soon: [reminderOf(reminder, 60, NOW), reminderOf(reminder, 60, NOW + 3_600_000)],
  sale_moved: [
    moveNotice(reminder, NOW + 120_000, NOW),
    renameNotice(reminder, { ...reminder, name: 'Fans' }, NOW),
    cancelNotice(reminder, NOW),
    goneNotice(reminder, NOW),
  ],
  mailbox: 'It is about a mailbox, and leads to its form.',
  system: 'It is about the desk itself.',
};

test.each(notificationKind.options)('a notification %s about a sale leads to its page', (kind) => {
  const notices = ABOUT_SALES[kind];
  expect(notices, 'every kind leads to a sale, or has a reason').toBeDefined();
  if (typeof notices === 'string') return;
  expect(notices.length).toBeGreaterThan(0);
  for (const notice of notices)
    expect(notice, notice.topic).toMatchObject({ kind, href: `/sale/${EVENT}` });
});

test('a price alert of an event that the provider does not list leads to the page of its watched price', () => {
  for (const providerId of [null, ''])
    expect(announce(alerts, { ...watched, providerId }, NOW)).toMatchObject([
      { href: '/sale/watched-7' },
    ]);
});

test('every list of the API whose rows represent a sale has a link to it, or a reason', async () => {
  const document = apiDocument.parse(JSON.parse(await writeDocument(describeApi(app))));
  const isRow = /^2\d\d\.([^\s]*\[\])\.(?:event_id|presale_windows|sale_state) /;
  const lists = Object.entries(shapeOf(document)).flatMap(([call, lines]) =>
    lines.flatMap((line) => {
      const place = isRow.exec(line)?.[1];
      return place === undefined ? [] : [`${call} ${place}`];
    }),
  );
  expect([...new Set(lists)].sort()).toEqual(Object.keys(SALE_ROWS).sort());
});
