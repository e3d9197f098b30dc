import { describe, expect, test } from 'vitest';
import { type MailboxNow, STALE_MS, stateOfWatch } from '../../shared/presale-watches/state.ts';
import { MINUTE_MS } from '../../shared/times.ts';
import type { MailboxFault } from '../../sidecar/mailbox/mailbox-error.ts';
import {
  afterFailure,
  afterRead,
  type FolderState,
  OPENING,
  stateOfMailbox,
} from '../../sidecar/watches/folder-state.ts';
import { IdleSlots } from '../../sidecar/watches/idle-slots.ts';
import { nameOfMail } from '../../sidecar/watches/sightings.ts';
import { assignWatches } from '../../worker/durable/watch-assignments.ts';

const NOW = 1_800_000_000_000;
const IDLE = afterRead({ mode: 'idle' }, NOW);

/** The states and waits of consecutive failures, each wait at its maximum. */
function failures(fault: MailboxFault, count: number, state: FolderState = IDLE) {
  const steps: { mode: FolderState['mode']; waitMs: number }[] = [];
  for (let failure = 0; failure < count; failure++) {
    const next = afterFailure(state, { fault, reason: 'It failed.' }, 1);
    state = next.state;
    steps.push({ mode: state.mode, waitMs: next.waitMs });
  }
  return steps;
}

describe('a watched folder', () => {
  test('does not change after one lost connection, and fails from the second one on, each time later', () => {
    const steps = failures('closed', 10);
    expect(steps.map(({ mode }) => mode).slice(0, 3)).toEqual(['idle', 'failing', 'failing']);
    expect(steps.map(({ waitMs }) => waitMs / 1000)).toEqual([
      2, 4, 8, 16, 32, 64, 128, 256, 300, 300,
    ]);
  });

  test('fails at once with a refused sign-in, which is retried after 15 minutes and then less often', () => {
    const steps = failures('wrong_password', 7);
    expect(steps.every(({ mode }) => mode === 'failing')).toBe(true);
    expect(steps.map(({ waitMs }) => waitMs / MINUTE_MS)).toEqual([15, 30, 60, 120, 240, 360, 360]);
  });

  test.each([
    'unknown_host',
    'private_address',
    'certificate',
    'no_tls',
    'refused',
    'timed_out',
  ] as const)(
    'is retried soon after %s, which sends no password and is often temporary',
    (fault) => {
      const [first, second] = failures(fault, 2);
      expect([first?.waitMs, second?.waitMs]).toEqual([2_000, 4_000]);
    },
  );

  test('waits longer if the server requests a pause', () => {
    expect(failures('throttled', 5).map(({ waitMs }) => waitMs / MINUTE_MS)).toEqual([
      1, 2, 4, 8, 10,
    ]);
  });

  test('spreads its attempts by up to a quarter', () => {
    const { waitMs } = afterFailure(IDLE, { fault: 'closed', reason: '' }, 0);
    expect(waitMs).toBe(1_500);
  });

  test('is healthy again after it was read', () => {
    const { state } = afterFailure(IDLE, { fault: 'wrong_password', reason: 'No.' }, 0);
    expect(state).toMatchObject({ mode: 'failing', reason: 'No.', failures: 1 });
    expect(afterRead({ mode: 'polling', reason: 'No IDLE.' }, NOW + 1)).toEqual({
      mode: 'polling',
      reason: 'No IDLE.',
      failures: 0,
      seenAt: NOW + 1,
    });
  });
});

describe('a mailbox with several folders', () => {
  const FAILING: FolderState = { mode: 'failing', reason: 'No.', failures: 2, seenAt: NOW - 5 };
  const POLLED = afterRead({ mode: 'polling', reason: 'No IDLE.' }, NOW - 9);
  test.each([
    ['idle', [IDLE, IDLE], { mode: 'idle', reason: null, seenAt: NOW }],
    ['that is polled', [IDLE, POLLED], { mode: 'polling', reason: 'No IDLE.', seenAt: NOW - 9 }],
    ['that fails', [POLLED, FAILING, OPENING], { mode: 'failing', reason: 'No.', seenAt: null }],
    ['not opened yet', [IDLE, OPENING], null],
    ['without folders yet', [], null],
  ])('has the state of its worst folder: %s', (_, folders, state) => {
    expect(stateOfMailbox(folders)).toEqual(state);
  });
});

describe('a watch of several mailboxes', () => {
  const box = (id: number, part: Partial<MailboxNow> = {}): MailboxNow => ({
    id,
    user: `${id}@x.example`,
    isActive: true,
    mode: 'idle',
    reason: null,
    seenAt: NOW,
    unread: 0,
    ...part,
  });
  const about = { isPaused: false, hasScanner: true, now: NOW };
  test.each([
    ['watching', [box(1), box(2)], about, null],
    ['polling', [box(1), box(2, { mode: 'polling' })], about, /once a minute/],
    ['watching', [box(1), box(2, { unread: 2 })], about, /^2 mails could not be read\.$/],
    ['watching', [box(1, { unread: 1 })], about, /^1 mail could not be read\.$/],
    [
      'polling',
      [box(1, { unread: 1, mode: 'polling' })],
      about,
      /minute\. 1 mail could not be read/,
    ],
    ['waiting', [box(1), box(2, { seenAt: null })], about, /not opened 1 of 2/],
    [
      'waiting',
      [box(1, { seenAt: NOW - STALE_MS - 1 })],
      about,
      /^1 of 1 mailboxes has not been read for 15 minutes\.$/,
    ],
    [
      'waiting',
      [box(1), ...[2, 3].map((id) => box(id, { seenAt: NOW - STALE_MS - 1 }))],
      about,
      /^2 of 3 mailboxes have not/,
    ],
    ['waiting', [box(1, { mode: 'failing' })], { ...about, hasScanner: false }, /No scanner/],
    ['waiting', [box(1, { mode: 'failing' })], { ...about, isPaused: true }, /paused/],
    ['failing', [box(1), box(2, { mode: 'failing', reason: 'No.' })], about, /^2@x.example: No\.$/],
    ['failing', [1, 2].map((id) => box(id, { mode: 'failing' })), about, /^2 of 2 mailboxes/],
    ['failing', [box(1, { isActive: false })], about, /inactive/],
    ['failing', [], about, /None of its mailboxes/],
  ] as const)('is %s', (state, mailboxes, seen, reason) => {
    const found = stateOfWatch(mailboxes, seen);
    expect(found.state).toBe(state);
    if (reason === null) expect(found.reason).toBe(null);
    else expect(found.reason).toMatch(reason);
  });
});

test.each([
  ['is read', {}, {}, { is_read: true, reason: null }],
  ['is not read while the watch is paused', {}, { isPaused: true }, { is_read: false }],
  ['is not read without a scanner', {}, { hasScanner: false }, { is_read: false }],
  ['is not read before the first time', { seenAt: null }, {}, { is_read: false }],
  ['is not read after 15 minutes', { seenAt: NOW - STALE_MS - 1 }, {}, { is_read: false }],
  ['fails', { mode: 'failing', reason: 'No.' }, {}, { is_read: false, reason: 'No.' }],
  [
    'has no reason of before a pause',
    { mode: 'failing', reason: 'No.' },
    { isPaused: true },
    { is_read: false, reason: null },
  ],
] as const)('a mailbox of a watch %s', (_, part, watch, expected) => {
  const mailbox = {
    id: 1,
    user: 'a@x.example',
    isActive: true,
    mode: 'idle',
    reason: null,
  } as const;
  const about = { isPaused: false, hasScanner: true, now: NOW, ...watch };
  const { mailboxes } = stateOfWatch([{ ...mailbox, seenAt: NOW, unread: 0, ...part }], about);
  expect(mailboxes).toMatchObject([expected]);
});

describe('idle connections', () => {
  const account = (user: string, host = 'a.test') => ({ user, host });
  test('are limited per host and in total, and released once', () => {
    const slots = new IdleSlots({ perHost: 2, inAll: 3 });
    const first = slots.take(account('1'), NOW);
    expect(slots.take(account('2'), NOW)).not.toBe(null);
    expect(slots.take(account('3'), NOW)).toBe(null);
    expect(slots.take(account('1', 'b.test'), NOW)).not.toBe(null);
    expect(slots.take(account('1', 'c.test'), NOW)).toBe(null);
    first?.release();
    first?.release();
    expect(slots.take(account('3'), NOW)).not.toBe(null);
    expect(slots.take(account('1', 'c.test'), NOW)).toBe(null);
  });

  test('leave one connection to an account that refused another one, for an hour', () => {
    const slots = new IdleSlots();
    const taken = Array.from({ length: 4 }, (_, at) => slots.take(account('1'), NOW + at));
    const refused = taken[3];
    if (!refused) throw new Error('no place');
    slots.refuse(refused, NOW + 10);
    refused.release();
    expect(taken.map((slot) => slot?.signal.aborted)).toEqual([true, false, false, false]);
    taken[0]?.release();
    expect(slots.take(account('1'), NOW + 59 * MINUTE_MS)).toBe(null);
    expect(slots.take(account('2'), NOW + 59 * MINUTE_MS)).not.toBe(null);
    expect(slots.take(account('1'), NOW + 61 * MINUTE_MS)).not.toBe(null);
  });

  test('count refusals of simultaneous connections as one', () => {
    const slots = new IdleSlots();
    const taken = Array.from({ length: 6 }, () => slots.take(account('1'), NOW));
    for (const refused of taken.slice(4)) {
      if (refused) slots.refuse(refused, NOW + 10);
      refused?.release();
    }
    expect(taken.filter((slot) => slot?.signal.aborted)).toHaveLength(1);
  });

  test('end for a server that accepts only one connection', () => {
    const slots = new IdleSlots();
    const [only, refused] = [slots.take(account('1'), NOW), slots.take(account('1'), NOW)];
    if (refused) slots.refuse(refused, NOW + 10);
    expect(only?.signal.aborted).toBe(true);
    only?.release();
    refused?.release();
    expect(slots.take(account('1'), NOW + 20)).toBe(null);
  });
});

describe('the assignment of watched mailboxes', () => {
  const on = (scanner: string | null, ...mailboxes: number[]) =>
    mailboxes.map((mailbox) => ({ mailbox, scanner }));
  test('leaves them with connected scanners, and assigns others to the one with the fewest', () => {
    const watched = [...on('a', 1, 2), ...on('gone', 3), ...on(null, 4, 5)];
    expect(assignWatches(watched, ['a', 'b'])).toEqual([
      { mailbox: 3, scanner: 'b' },
      { mailbox: 4, scanner: 'b' },
      { mailbox: 5, scanner: 'a' },
    ]);
    expect(assignWatches(watched, [])).toEqual([]);
    // Soon after a restart of the desk, lost scanners may return.
    expect(assignWatches(watched, ['a', 'b'], false)).toEqual([
      { mailbox: 4, scanner: 'b' },
      { mailbox: 5, scanner: 'b' },
    ]);
  });
});

describe('the key of a mail', () => {
  const mail = { identity: 4711, subject: 'Code', from: 'Club', date: '2026-11-27T10:00:00.000Z' };
  test('is its Message-ID, otherwise its envelope', () => {
    expect(nameOfMail(mail)).toBe(nameOfMail({ ...mail, subject: 'Other' }));
    const unnamed = { ...mail, identity: 0 };
    expect(nameOfMail(unnamed)).toBe(nameOfMail({ ...unnamed }));
    expect(nameOfMail(unnamed)).not.toBe(nameOfMail({ ...unnamed, date: '' }));
    expect(nameOfMail(unnamed)).not.toBe(nameOfMail(mail));
  });
});
