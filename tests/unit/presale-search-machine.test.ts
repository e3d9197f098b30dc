import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerWith } from '../../shared/presale-codes/events.ts';
import { SEARCH_DEFAULTS } from '../../web/features/presale-codes/form/search-form.ts';
import {
  afterEvent,
  isRestorable,
  NO_CODES,
  type SearchEvent,
  type SearchState,
  START,
} from '../../web/features/presale-codes/search/search-machine.ts';
import type { SearchUpdate } from '../../web/features/presale-codes/search/search-stream.ts';
import { makeCode, makeReport } from '../factories/presale.ts';

const search = (keyword: string) => ({
  search_keywords: [keyword],
  imap_account_ids: [1, 2],
  search_hours: 24,
  code_length_min: 4,
  code_length_max: 12,
});
const form = (keyword: string) => ({ ...SEARCH_DEFAULTS, searchKeywords: [keyword] });

const id = fc.constantFrom('1', '2', '3');
const at = fc.nat(10_000_000);
const keyword = fc.constantFrom('herons', 'lanterns');
const codes = fc.array(
  fc.constantFrom('A', 'B', 'C', 'D').map((code) => makeCode({ code })),
  { maxLength: 3 },
);
const update = fc.oneof(
  codes.map((found) => ({ type: 'codes' as const, codes: found })),
  codes.map((found) => ({ type: 'done' as const, answer: answerWith(found, []) })),
  fc.nat(3).map((lostTries) => ({ type: 'connection' as const, lostTries })),
);
/** Every event except those of a reload, in any order and also too late. */
const event: fc.Arbitrary<SearchEvent> = fc.oneof(
  fc
    .record({ type: fc.constant('started'), id, at, keyword })
    .map(({ keyword: word, ...rest }) => ({
      ...rest,
      type: 'started' as const,
      owner: 1,
      form: form(word),
      search: search(word),
    })),
  fc.record({ type: fc.constant('repeated' as const), id, at }),
  fc.record({
    type: fc.constant('arrived' as const),
    id,
    at,
    updates: fc.array(update, { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('failed' as const),
    id,
    at,
    message: fc.string(),
    isInterrupted: fc.boolean(),
  }),
  fc.record({ type: fc.constant('cancelled' as const), at }),
  fc.constant({ type: 'reset' as const }),
  fc.constant({ type: 'left' as const }),
);
const events = fc.array(event, { maxLength: 30, size: 'max' });

/** Checks each step of any events. */
const always = (
  check: (before: SearchState, event: SearchEvent, after: SearchState) => void,
): void =>
  fc.assert(
    fc.property(events, (all) => {
      let state = START;
      for (const one of all) {
        const after = afterEvent(state, one);
        check(state, one, after);
        state = after;
      }
    }),
  );
const isOf = (state: SearchState, one: SearchEvent) =>
  'id' in one && state.view.phase === 'searching' && state.sent?.id === one.id;

test('events of a search that does not run change nothing', () => {
  always((before, one, after) => {
    const isAnswer = one.type === 'arrived' || one.type === 'failed';
    if (isAnswer && !isOf(before, one)) expect(after).toBe(before);
  });
});

test('no code is in view twice, and new ones are among those in view', () => {
  always((_, __, { view }) => {
    const shown = view.codes.map(({ code }) => code);
    expect(new Set(shown).size).toBe(shown.length);
    for (const code of view.fresh) expect(shown).toContain(code);
  });
});

test('during a search the list only grows at its end', () => {
  always((before, one, { view }) => {
    if (one.type === 'arrived' && isOf(before, one) && view.phase === 'searching')
      expect(view.codes.slice(0, before.view.codes.length).map(({ code }) => code)).toEqual(
        before.view.codes.map(({ code }) => code),
      );
  });
});

test('a reload restores a search that runs, is done, or was interrupted by the end of the session', () => {
  always((before, one, { view, sent, stored }) => {
    if (view.phase === 'searching') expect(stored).toEqual({ ...sent, endedAt: null });
    if (view.phase === 'done') expect(stored).toEqual(sent);
    if (view.phase === 'cancelled' || view.phase === 'idle') expect(stored).toBeNull();
    if (one.type === 'failed' && isOf(before, one))
      expect(stored).toBe(one.isInterrupted ? before.stored : null);
  });
});

test('a reset can be undone with all findings, unless another search has started', () => {
  fc.assert(
    fc.property(events, event, (all, next) => {
      const before = all.reduce(afterEvent, START);
      const reset = afterEvent(before, { type: 'reset' });
      const undo = { type: 'undone', at: 1, before, cleared: reset.view } as const;
      const undone = afterEvent(reset, undo);
      expect(undone.view.codes).toEqual(before.view.codes);
      expect(undone.view.phase).toBe(
        before.view.phase === 'searching' ? 'cancelled' : before.view.phase,
      );
      const other = afterEvent(reset, next);
      if (other.view !== reset.view) expect(afterEvent(other, undo)).toBe(other);
    }),
  );
});

/** A search that has been running since `at`. */
const started = (word: string, before = START, at = 1_000): SearchState =>
  afterEvent(before, {
    type: 'started',
    id: `${word} ${at}`,
    at,
    owner: 1,
    form: form(word),
    search: search(word),
  });

/** A search that is done at `at`, and found these codes. */
const searched = (found: string[], word = 'herons', before = START, at = 1_000): SearchState =>
  answered(started(word, before, at), found, at);
const answered = (state: SearchState, found: string[], at: number, message = ''): SearchState => {
  const answer = {
    ...answerWith(
      found.map((code) => makeCode({ code })),
      [],
    ),
    message,
  };
  const updates = [{ type: 'done' as const, answer }];
  return afterEvent(state, { type: 'arrived', id: state.sent?.id ?? '', at, updates });
};
const repeated = (state: SearchState, at = 70_000) =>
  afterEvent(state, { type: 'repeated', id: 'again', at });

test('a search marks what the previous search with the same keywords did not find', () => {
  const before = searched(['A']);
  expect([...before.view.fresh]).toEqual([]);
  expect([...searched(['A', 'B'], 'herons', before).view.fresh]).toEqual(['B']);
  expect([...searched(['A', 'B'], 'lanterns', before).view.fresh]).toEqual([]);
  const cleared = afterEvent(before, { type: 'reset' });
  expect([...searched(['A', 'B'], 'herons', cleared).view.fresh]).toEqual([]);
});

test('a search that did not end has read only a part, so the next one marks no code because of it', () => {
  const cancel = (state: SearchState) => afterEvent(state, { type: 'cancelled', at: 1 });
  const fail = (state: SearchState) =>
    afterEvent(state, {
      type: 'failed',
      id: state.sent?.id ?? '',
      at: 1,
      message: 'No.',
      isInterrupted: false,
    });
  for (const stop of [cancel, fail, (state: SearchState) => state]) {
    const first = stop(started('herons'));
    expect([...searched(['A'], 'herons', first).view.fresh]).toEqual([]);
    expect([...answered(repeated(first), ['A'], 9).view.fresh]).toEqual([]);
    const later = stop(started('herons', searched(['A'])));
    expect([...searched(['A', 'B'], 'herons', later).view.fresh]).toEqual(['B']);
    expect([...answered(repeated(later), ['A', 'B'], 9).view.fresh]).toEqual(['B']);
  }
  // A search that found nothing has ended.
  expect([...searched(['A'], 'herons', searched([])).view.fresh]).toEqual(['A']);
});

test('a reload during a search marks the same codes as without it', () => {
  for (const before of [START, searched(['A']), searched([])]) {
    const running = started('herons', before);
    const { stored: sent, recent } = running;
    const reloaded = afterEvent(START, { type: 'restored', sent, recent });
    const marks = [running, reloaded].map((state) => [
      ...answered(state, ['A', 'B'], 9).view.fresh,
    ]);
    expect(marks[1]).toEqual(marks[0]);
  }
});

test('nothing is repeated without a search', () => {
  expect(repeated(START)).toBe(START);
});

test('reports replace those of their mailbox, and a lost connection is counted until it returns', () => {
  const done = searched(['A']);
  const running = repeated(done);
  const arrive = (state: SearchState, ...updates: SearchUpdate[]) =>
    afterEvent(state, { type: 'arrived', id: 'again', at: 1, updates });
  const report = (id: number, scanned: number) =>
    ({ type: 'progress', mailbox: makeReport({ id, scanned }) }) as const;
  const some = arrive(running, report(1, 3), report(2, 4), { type: 'connection', lostTries: 2 });
  expect(some.view).toMatchObject({ lostTries: 2, mailboxes: [{ id: 1 }, { id: 2 }] });
  const more = arrive(some, report(1, 9), { type: 'codes', codes: [makeCode({ code: 'A' })] });
  expect(more.view.lostTries).toBe(2);
  expect(more.view.mailboxes.map(({ id, scanned }) => [id, scanned])).toEqual([
    [1, 9],
    [2, 4],
  ]);
  const ended = answered(arrive(more, { type: 'connection', lostTries: 0 }), [], 90_000);
  expect(ended.view).toMatchObject({ lostTries: 0, endedAt: 90_000, message: NO_CODES });
  expect(answered(running, [], 90_000, 'Nothing.').view.message).toBe('Nothing.');
  // Codes that are already shown remain the same objects, so that their rows are not rendered
  // again.
  expect(answered(more, ['A'], 90_000).view.codes[0]).toBe(more.view.codes[0]);
});

test('a restored search keeps the marks of its codes', () => {
  const sent = { id: '1', owner: 1, search: search('herons'), key: '', startedAt: 0, endedAt: 5 };
  const recent = {
    form: form('herons'),
    search: search('herons'),
    seen: ['A', 'B'],
    fresh: ['B'],
  };
  const restored = afterEvent(START, { type: 'restored', sent, recent });
  const found = [makeCode({ code: 'A' }), makeCode({ code: 'B' })];
  const answer = answerWith(found, []);
  const done = afterEvent(restored, {
    type: 'arrived',
    id: '1',
    at: 9,
    updates: [{ type: 'done', answer }],
  });
  expect([...done.view.fresh]).toEqual(['B']);
  expect(done.view).toMatchObject({ phase: 'done', endedAt: 5 });
  // Nothing has changed that must be saved.
  expect(done.recent).toBe(recent);
  expect(afterEvent(done, { type: 'restored', sent, recent })).toBe(done);
});

test('the server keeps a search for its time', () => {
  const sent = { id: '1', owner: 1, search: search('a'), key: '', startedAt: 1_000, endedAt: null };
  expect(isRestorable(sent, 170_999)).toBe(true);
  expect(isRestorable(sent, 171_000)).toBe(false);
  expect(isRestorable({ ...sent, endedAt: 100_000 }, 379_999)).toBe(true);
  expect(isRestorable({ ...sent, endedAt: 100_000 }, 380_000)).toBe(false);
});
