import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NotificationKind } from '../../shared/notifications/schema.ts';
import {
  LONGEST_RETRY_MS,
  type StoredNotification,
} from '../../worker/features/notifications/store.ts';
import {
  judgePost,
  MAX_ATTEMPTS,
  type PostOutcome,
  pauseAfter,
  RETRY,
  writeMessage,
} from '../../worker/features/notifications/webhook.ts';

const refused = (status: number, retryAfterMs: number | null = null): PostOutcome => ({
  kind: 'refused',
  status,
  retryAfterMs,
});
const anyAttempts = fc.integer({ min: 1, max: MAX_ATTEMPTS });
const anyOutcome = fc.oneof(
  fc.constant<PostOutcome>({ kind: 'sent' }),
  fc.constant<PostOutcome>({ kind: 'unreachable' }),
  fc.record({
    kind: fc.constant('refused' as const),
    status: fc.integer({ min: 300, max: 599 }),
    retryAfterMs: fc.option(fc.integer({ min: 1, max: 10 * LONGEST_RETRY_MS })),
  }),
);

describe('after a post', () => {
  test('a failure is retried after 30 seconds, then after twice the last delay, up to an hour', () => {
    const delays = Array.from(
      { length: MAX_ATTEMPTS - 1 },
      (_, index) => judgePost(index + 1, { kind: 'unreachable' }, 0).nextAt / 1000,
    );
    expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
  });

  test('the tenth failure is the last', () => {
    expect(judgePost(MAX_ATTEMPTS, refused(500), 5)).toEqual({
      state: 'dead',
      nextAt: 5,
      error: 'The webhook answered 500.',
    });
  });

  test.each([301, 302, 303])('%i is not retried, and the operator reads what to do', (status) => {
    expect(judgePost(1, refused(status), 0)).toMatchObject({
      state: 'dead',
      error: `The webhook answered ${status}. The address redirects: enter the new one.`,
    });
  });

  test.each([400, 401, 403, 404, 410])('%i is not retried', (status) => {
    expect(judgePost(1, refused(status), 0).state).toBe('dead');
  });

  test.each<[PostOutcome, number | null]>([
    [refused(429, 90_000), 90_000],
    [refused(503, 7_200_000), 7_200_000],
    [refused(429), 30_000],
    [refused(500), null],
    [{ kind: 'unreachable' }, 30_000],
    [{ kind: 'sent' }, null],
  ])('%j delays all posts for %j ms', (outcome, pauseMs) => {
    expect(pauseAfter(outcome)).toBe(pauseMs);
  });

  test('it is sent, waits between half a minute and an hour, or was given up with a reason', () => {
    fc.assert(
      fc.property(anyAttempts, anyOutcome, fc.nat(), (attempts, outcome, now) => {
        const { state, nextAt, error } = judgePost(attempts, outcome, now);
        expect(state === 'sent').toBe(outcome.kind === 'sent');
        expect(error === null).toBe(state === 'sent');
        if (state !== 'pending') return;
        expect(attempts).toBeLessThan(MAX_ATTEMPTS);
        expect(nextAt - now).toBeGreaterThanOrEqual(RETRY.firstMs);
        expect(nextAt - now).toBeLessThanOrEqual(LONGEST_RETRY_MS);
      }),
    );
  });

  test('a webhook that stays unreachable is given up after at most ten posts', () => {
    fc.assert(
      fc.property(
        fc.array(
          anyOutcome.filter(({ kind }) => kind !== 'sent'),
          { minLength: 10, maxLength: 10 },
        ),
        (outcomes) => {
          const end = outcomes.findIndex(
            (outcome, index) => judgePost(index + 1, outcome, 0).state === 'dead',
          );
          expect(end).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

const stored = (id: number, changes: Partial<StoredNotification> = {}): StoredNotification => ({
  id,
  kind: 'price_alert',
  title: 'Paper Harbour',
  topic: 'Back in stock',
  body: '3 left',
  href: null,
  dedupeKey: String(id),
  createdAt: 0,
  publishedAt: 0,
  webhookState: 'pending',
  webhookAttempts: 1,
  webhookNextAt: 0,
  webhookError: null,
  webhookPost: null,
  operatorId: null,
  ...changes,
});

describe('a message', () => {
  test('about one notification has its facts, and mentions nobody', () => {
    expect(writeMessage([stored(1)])).toEqual({
      username: 'Boxoffice Desk',
      embeds: [
        {
          title: 'Paper Harbour: Back in stock',
          description: '3 left',
          timestamp: '1970-01-01T00:00:00.000Z',
          footer: { text: 'Price alert' },
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  test('about many counts them by kind and shows the first ten', () => {
    const kinds: NotificationKind[] = [
      ...Array<NotificationKind>(8).fill('price_alert'),
      'mailbox',
      'artist_event',
      'artist_event',
      'artist_event',
    ];
    const message = writeMessage(kinds.map((kind, id) => stored(id, { kind })));
    expect(message).toMatchObject({
      content:
        '12 notifications: 8 price alerts, 1 mailbox, 3 artist events. The first 10 are shown here.',
    });
    expect(message.embeds).toHaveLength(10);
  });

  test.each([
    ['[Claim your ticket](https://evil.example)', '\\[Claim your ticket\\](https://evil.example)'],
    ['<@1234> **now** ||or|| never', '\\<@1234\\> \\*\\*now\\*\\* \\|\\|or\\|\\| never'],
    ['# Queue', '\\# Queue'],
    ['Section #4, $72.00 - Liffey Hall', 'Section #4, $72.00 - Liffey Hall'],
    ['C:\\tickets `x`', 'C:\\\\tickets \\`x\\`'],
  ])('shows %j unchanged', (text, escaped) => {
    const { embeds } = writeMessage([stored(1, { title: text, topic: 'News', body: text })]);
    expect(embeds).toMatchObject([{ title: `${escaped}: News`, description: escaped }]);
  });

  test('is not cut within an escape or a character', () => {
    for (const mark of ['*', '🎸', '\ud83c'])
      for (let length = 240; length < 270; length += 1) {
        const title = 'x'.repeat(length) + mark.repeat(40);
        const [embed] = writeMessage([stored(1, { title })]).embeds;
        expect(embed?.title.length).toBeLessThanOrEqual(256);
        expect(embed?.title).not.toMatch(/(?<!\\)(?:\\\\)*\\$/);
        expect(embed?.title.isWellFormed()).toBe(true);
      }
  });

  test('stays within the limits of Discord with any content', () => {
    const anyText = fc.string({ maxLength: 1_000 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 30 }),
        (texts) => {
          const { embeds } = writeMessage(
            texts.map(([title, body], id) => stored(id, { title, body })),
          );
          expect(embeds.length).toBeLessThanOrEqual(10);
          const lengths = embeds.map(({ title, description, footer }) => {
            expect(title.length).toBeLessThanOrEqual(256);
            expect(description.length).toBeLessThanOrEqual(4_096);
            return title.length + description.length + footer.text.length;
          });
          expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(6_000);
        },
      ),
    );
  });
});
