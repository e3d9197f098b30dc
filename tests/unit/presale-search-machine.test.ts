import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerWith } from '../../shared/presale-codes/events.ts';
import { SEARCH_DEFAULTS } from '../../web/features/presale-codes/form/search-form.ts';
import {
  afterEvent,
  HIDDEN_PAUSE_MS,
  isRestorable,
  NO_CODES,
  type SearchEvent,
  type SearchState,
  START,
  WATCH_EVERY_MS,
  watchStep,
} from '../../web/features/presale-codes/search/search-machine.ts';
import type { SearchUpdate } from '../../web/features/presale-codes/search/search-stream.ts';
import { makeCode, makeReport } from '../factories/presale.ts';

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

/** A search that runs since `at`. */
const started = (word: string, before = START, at = 1_000): SearchState =>
  afterEvent(before, {
    ...{ type: 'started', id: `${word} ${at}`, at, owner: 1 },
    ...{ form: form(word), search: search(word) },
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
const watching = (state: SearchState, at = 2_000) =>
  afterEvent(state, { type: 'watched', at, isOn: true });
const repeated = (state: SearchState, isWatch: boolean, at = 70_000) =>
  afterEvent(state, { type: 'repeated', id: 'again', at, isWatch });

test('a search marks what the one before with the same keywords did not find', () => {
  const before = searched(['A']);
  expect([...before.view.fresh]).toEqual([]);
  expect([...searched(['A', 'B'], 'herons', before).view.fresh]).toEqual(['B']);
  expect([...searched(['A', 'B'], 'lanterns', before).view.fresh]).toEqual([]);
  const cleared = afterEvent(before, { type: 'reset' });
  expect([...searched(['A', 'B'], 'herons', cleared).view.fresh]).toEqual([]);
});

test('a search that did not end has read only a part: the next one marks no code for that', () => {
  const cancel = (state: SearchState) => afterEvent(state, { type: 'cancelled', at: 1 });
  const fail = (state: SearchState) =>
    afterEvent(state, {
      ...{ type: 'failed', id: state.sent?.id ?? '', at: 1 },
      ...{ message: 'No.', isInterrupted: false },
    });
  for (const stop of [cancel, fail, (state: SearchState) => state]) {
    const first = stop(started('herons'));
    expect([...searched(['A'], 'herons', first).view.fresh]).toEqual([]);
    expect([...answered(repeated(first, false), ['A'], 9).view.fresh]).toEqual([]);
    const later = stop(started('herons', searched(['A'])));
    expect([...searched(['A', 'B'], 'herons', later).view.fresh]).toEqual(['B']);
    expect([...answered(repeated(later, false), ['A', 'B'], 9).view.fresh]).toEqual(['B']);
  }
  const watched = repeated(watching(cancel(started('herons'))), true);
  expect([...answered(watched, ['A'], 71_000).view.fresh]).toEqual([]);
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

test('what a watch finds stays marked while it goes on', () => {
  const first = answered(repeated(watching(searched(['A'])), true), ['A', 'B'], 71_000);
  expect([...first.view.fresh]).toEqual(['B']);
  const second = repeated(first, true, 140_000);
  expect(second.view).toMatchObject({ phase: 'searching', isQuiet: true });
  expect(second.view.codes.map(({ code }) => code)).toEqual(['A', 'B']);
  const third = answered(second, ['A', 'B', 'C'], 141_000);
  expect([...third.view.fresh]).toEqual(['B', 'C']);
  expect(third.recent).toMatchObject({ seen: ['A', 'B', 'C'], fresh: ['B', 'C'] });
  // A search of the operator counts all of them as seen.
  expect([...answered(repeated(third, false), ['A', 'B'], 9).view.fresh]).toEqual([]);
});

test('nothing is repeated without a search, or for a watch that is off', () => {
  expect(repeated(START, false)).toBe(START);
  const done = searched(['A']);
  expect(repeated(done, true)).toBe(done);
  const own = repeated(watching(done), false);
  expect(own.sent?.search.notify_since).toBeUndefined();
  const again = repeated(repeated(watching(done), true), false);
  expect(again.sent?.search.notify_since).toBeUndefined();
});

test('the watch of another tab stays with its search, and this tab goes on with it after it', () => {
  const recent = {
    ...{ form: form('herons'), search: search('herons'), watchedSince: 5 },
    ...{ seen: ['A', 'B'], fresh: ['B'] },
  };
  const restored = afterEvent(START, { type: 'restored', sent: null, recent });
  expect(restored.view.phase).toBe('idle');
  expect(searched([], 'herons', restored).recent?.watchedSince).toBe(5);
  expect(searched([], 'lanterns', restored).recent?.watchedSince).toBeNull();
  const goOn = { type: 'continued', id: 'on', at: 9, owner: 1 } as const;
  const gone = afterEvent(restored, goOn);
  expect(gone).toMatchObject({
    ...{ watch: { phase: 'on', since: 5 }, view: { phase: 'searching', isQuiet: false } },
    sent: { search: { notify_since: new Date(5).toISOString() } },
  });
  expect([...answered(gone, ['A', 'B', 'C'], 10).view.fresh]).toEqual(['B', 'C']);
  expect(afterEvent(gone, goOn)).toBe(gone);
  const unwatched = { ...restored, recent: { ...recent, watchedSince: null } };
  expect(afterEvent(unwatched, goOn)).toBe(unwatched);
  expect(afterEvent(START, goOn)).toBe(START);
});

test('a watch that was started again in another browser ends, and leaves that one as it is', () => {
  const watched = watching(searched(['A']), 2_000);
  const recent = { ...(watched.recent as NonNullable<SearchState['recent']>), watchedSince: 7_000 };
  const replaced = afterEvent(watched, { type: 'replaced', since: 2_000, recent });
  expect(replaced).toMatchObject({ watch: { phase: 'off' }, recent: { watchedSince: 7_000 } });
  expect(afterEvent(watched, { type: 'replaced', since: 1, recent })).toBe(watched);
  expect(afterEvent(replaced, { type: 'watched', at: 1, isOn: false })).toBe(replaced);
});

test('reports replace those of their mailbox, and a lost connection is counted until it is back', () => {
  const done = searched(['A']);
  const running = repeated(done, false);
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
  // Codes that are shown already stay the same objects, so that their rows are not rendered again.
  expect(answered(more, ['A'], 90_000).view.codes[0]).toBe(more.view.codes[0]);
});

test('a watch pauses and asks as its clock steps, once', () => {
  const on = watching(searched(['A']));
  const tick = (state: SearchState, step: 'wait' | 'search' | 'paused') =>
    afterEvent(state, { type: 'ticked', step });
  expect(tick(on, 'wait')).toBe(on);
  const asking = tick(on, 'search');
  expect(asking.watch).toMatchObject({ phase: 'on', isAsking: true });
  expect(tick(asking, 'search')).toBe(asking);
  expect(watchStep(asking, null, 99_000_000)).toBe('wait');
  const paused = tick(on, 'paused');
  expect(paused.watch).toMatchObject({ phase: 'paused', isAsking: false });
  expect(tick(paused, 'wait').watch).toEqual(on.watch);
  const off = searched(['A']);
  expect(tick(off, 'paused')).toBe(off);
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
  expect(watchStep(ended(3_500_000), 10, 3_600_009)).toBe('search');
  expect(watchStep(ended(3_500_000), 10, 3_600_010)).toBe('paused');
  // The clock went back by an hour, or by a day.
  for (const aheadMs of [3_600_000, 86_400_000])
    expect(watchStep(ended(3_500_000 + aheadMs), null, 3_500_000)).toBe('search');
  expect(watchStep(ended(3_500_000), null, 3_559_999)).toBe('wait');
  expect(watchStep(ended(3_500_000), null, 3_560_000)).toBe('search');
  fc.assert(
    fc.property(fc.nat(), fc.option(fc.nat()), fc.nat(), (now, hiddenSince, endedAt) => {
      expect(watchStep(ended(endedAt, 'searching'), hiddenSince, now)).not.toBe('search');
      expect(watchStep(ended(endedAt), null, now)).not.toBe('paused');
    }),
  );
});
