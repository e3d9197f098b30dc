import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerWith } from '../../shared/presale-codes/events.ts';
import { SEARCH_DEFAULTS } from '../../web/features/presale-codes/form/search-form.ts';
import {
  afterEvent,
  HIDDEN_PAUSE_MS,
  isRestorable,
  type SearchEvent,
  type SearchState,
  START,
  WATCH_EVERY_MS,
  watchStep,
} from '../../web/features/presale-codes/search/search-machine.ts';
import { makeCode } from '../factories/presale.ts';

const search = (keyword: string) => ({
  ...{ search_keywords: [keyword], imap_account_ids: [1, 2], search_hours: 24 },
  ...{ code_length_min: 4, code_length_max: 12 },
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
/** Every event but those of a reload, in any order and also too late. */
const event: fc.Arbitrary<SearchEvent> = fc.oneof(
  fc
    .record({ type: fc.constant('started'), id, at, keyword })
    .map(({ keyword: word, ...rest }) => ({
      ...{ ...rest, type: 'started' as const, owner: 1 },
      ...{ form: form(word), search: search(word) },
    })),
  fc.record({ type: fc.constant('repeated' as const), id, at, isWatch: fc.boolean() }),
  fc.record({
    type: fc.constant('arrived' as const),
    id,
    at,
    updates: fc.array(update, { maxLength: 3 }),
  }),
  fc.record({
    ...{ type: fc.constant('failed' as const), id, at, message: fc.string() },
    isInterrupted: fc.boolean(),
  }),
  fc.record({ type: fc.constant('cancelled' as const), at }),
  fc.record({ type: fc.constant('watched' as const), at, isOn: fc.boolean() }),
  fc.record({
    type: fc.constant('ticked' as const),
    step: fc.constantFrom('wait' as const, 'search' as const, 'paused' as const),
  }),
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

test('what comes from a search that does not run changes nothing', () => {
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

test('a reload finds a search that runs, is done, or was interrupted by the end of the session', () => {
  always((before, one, { view, sent, stored }) => {
    if (view.phase === 'searching') expect(stored).toEqual({ ...sent, endedAt: null });
    if (view.phase === 'done') expect(stored).toEqual(sent);
    if (view.phase === 'cancelled' || view.phase === 'idle') expect(stored).toBeNull();
    if (one.type === 'failed' && isOf(before, one))
      expect(stored).toBe(one.isInterrupted ? before.stored : null);
  });
});

test('what is watched is written down with its search, and the search of a watch notifies', () => {
  always((_, one, { watch, recent, sent, view }) => {
    if (watch.phase === 'off') return;
    expect(recent?.watchedSince).toBe(watch.since);
    expect(sent).not.toBeNull();
    if (one.type === 'repeated' && view.isQuiet && view.startedAt === one.at)
      expect(sent?.search.notify_since).toBeDefined();
  });
});

test('a watch never replaces a search that runs', () => {
  always((before, one, after) => {
    if (one.type !== 'repeated' || !one.isWatch || before.view.phase !== 'searching') return;
    expect(after.view).toBe(before.view);
    if (after.watch.phase !== 'off') expect(after.watch.isAsking).toBe(false);
  });
});

test('a reset is taken back with what was found, but not once another search has started', () => {
  fc.assert(
    fc.property(events, event, (all, next) => {
      const before = all.reduce(afterEvent, START);
      const reset = afterEvent(before, { type: 'reset' });
      const undo = { type: 'undone', at: 1, before, cleared: reset.view } as const;
      const undone = afterEvent(reset, undo);
      expect(undone.view.codes).toEqual(before.view.codes);
      expect([undone.view.phase, undone.watch.phase]).toEqual([
        before.view.phase === 'searching' ? 'cancelled' : before.view.phase,
        'off',
      ]);
      const other = afterEvent(reset, next);
      if (other.view !== reset.view) expect(afterEvent(other, undo)).toBe(other);
    }),
  );
});

test('a restored search keeps the marks of its codes', () => {
  const sent = { id: '1', owner: 1, search: search('herons'), key: '', startedAt: 0, endedAt: 5 };
  const recent = {
    ...{ form: form('herons'), search: search('herons'), watchedSince: null },
    ...{ seen: ['A', 'B'], fresh: ['B'] },
  };
  const restored = afterEvent(START, { type: 'restored', sent, recent });
  const found = [makeCode({ code: 'A' }), makeCode({ code: 'B' })];
  const answer = answerWith(found, []);
  const done = afterEvent(restored, {
    ...{ type: 'arrived', id: '1', at: 9, updates: [{ type: 'done', answer }] },
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

test('a watch pauses after an hour in a hidden tab, and only there', () => {
  const ended = (endedAt: number, phase: 'done' | 'searching' = 'done') => ({
    view: { ...START.view, phase, endedAt },
    watch: { phase: 'on' as const, since: 0, isAsking: false },
  });
  expect([WATCH_EVERY_MS, HIDDEN_PAUSE_MS]).toEqual([60_000, 3_600_000]);
  expect(watchStep(ended(3_500_000), 0, 3_599_999)).toBe('search');
  expect(watchStep(ended(3_500_000), 0, 3_600_000)).toBe('paused');
  fc.assert(
    fc.property(fc.nat(), fc.option(fc.nat()), fc.nat(), (now, hiddenSince, endedAt) => {
      expect(watchStep(ended(endedAt, 'searching'), hiddenSince, now)).not.toBe('search');
      expect(watchStep(ended(endedAt), null, now)).not.toBe('paused');
    }),
  );
});
