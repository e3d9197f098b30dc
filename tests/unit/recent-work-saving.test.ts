import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterEvent,
  canSend,
  hasUnsaved,
  newWork,
  RETRY_MS,
  type WorkEvent,
  type WorkState,
} from '../../web/features/recent-work/session/work-machine.ts';

type Draft = string;

/** A server that stores one work, with the tabs that edit it. */
interface World {
  version: number;
  content: Draft;
  tabs: Tab[];
}
interface Tab {
  state: WorkState<Draft>;
  /** The pending save: the version that it names, and its content. */
  inFlight: { version: number; content: Draft } | null;
  /** The newest version that this tab has shown, or about which its operator has decided. */
  seen: number;
}

const step = (tab: Tab, event: WorkEvent<Draft>) => {
  tab.state = afterEvent(tab.state, event);
};

/** The possible next steps of a tab, the network and the operator. */
const ACTIONS = ['change', 'send', 'arrive', 'lose', 'overwrite', 'discard'] as const;
type Action = (typeof ACTIONS)[number];

const open = ({ version, content }: Pick<World, 'version' | 'content'>): WorkEvent<Draft> => ({
  type: 'opened',
  draft: content,
  isRestored: true,
  unsent: null,
  work: { id: 1, version, title: 'A', events: null, rows: null },
});

function act(world: World, tab: Tab, action: Action): void {
  const { state } = tab;
  const isConflict = state.saving.trouble === 'conflict';
  if (action === 'change') step(tab, { type: 'changed', draft: `${state.draft}+` });
  if (action === 'send' && canSend(state.saving)) {
    tab.inFlight = { version: state.saving.version, content: state.draft };
    step(tab, { type: 'sent' });
  }
  if (action === 'overwrite' && isConflict) {
    tab.seen = world.version;
    step(tab, { type: 'overwritten', version: world.version });
  }
  if (action === 'discard' && isConflict) {
    tab.seen = world.version;
    step(tab, open(world));
  }
  if (tab.inFlight === null) return;
  if (action === 'lose') {
    tab.inFlight = null;
    step(tab, { type: 'failed', failure: '', status: 0 });
    return;
  }
  if (action === 'arrive') {
    const { version, content } = tab.inFlight;
    tab.inFlight = null;
    if (version === world.version) {
      world.version += 1;
      world.content = content;
      tab.seen = world.version;
      step(tab, { type: 'stored', id: 1, version: world.version });
    } else step(tab, { type: 'failed', failure: '', status: 409 });
  }
}

// A conflict needs six moves in a certain order, which short lists rarely contain.
const moves = fc.array(fc.tuple(fc.nat(1), fc.constantFrom(...ACTIONS)), {
  maxLength: 60,
  size: 'max',
});
const makeWorld = (): World => {
  const server = { version: 1, content: 'start' };
  const tabs = [1, 2].map((): Tab => {
    const state = afterEvent(newWork<Draft>('', 'key'), open(server));
    return { state, inFlight: null, seen: 1 };
  });
  return { ...server, tabs };
};

/** Plays moves in a new world; `play` does each one with its tab. */
function playMoves(
  steps: readonly [tab: number, action: (typeof ACTIONS)[number]][],
  play: (world: World, tab: Tab, action: (typeof ACTIONS)[number]) => void,
): World {
  const world = makeWorld();
  for (const [index, action] of steps) {
    const tab = world.tabs[index];
    if (tab) play(world, tab, action);
  }
  return world;
}

describe('saving a work', () => {
  test('in two tabs, in any order: a tab never names a version that it has not shown', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        playMoves(steps, (world, tab, action) => {
          act(world, tab, action);
          // A save that names another version would replace content that no operator has seen.
          expect(tab.state.saving.version).toBe(tab.seen);
          if (tab.inFlight !== null) expect(tab.inFlight.version).toBe(tab.seen);
        });
      }),
    );
  });

  test('in a conflict nothing is sent until the operator decides', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        playMoves(steps, (world, tab, action) => {
          const before = tab.state.saving;
          act(world, tab, action);
          const { saving } = tab.state;
          if (before.trouble === 'conflict' && action !== 'overwrite' && action !== 'discard') {
            expect([saving.trouble, saving.sending, tab.inFlight]).toEqual([
              'conflict',
              null,
              null,
            ]);
            expect(canSend(saving)).toBe(false);
          }
        });
      }),
    );
  });

  test('a change that was not stored stays unsaved, and one save runs at a time', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        playMoves(steps, (world, tab, action) => {
          const { changed, saved } = tab.state.saving;
          act(world, tab, action);
          const { saving } = tab.state;
          expect(saving.saved).toBeLessThanOrEqual(saving.changed);
          if (saving.saved > saved) expect(action).toBe('arrive');
          if (action === 'change') expect(hasUnsaved(saving)).toBe(true);
          if (action === 'change') expect(saving.changed).toBe(changed + 1);
          if (saving.sending !== null) expect(canSend(saving)).toBe(false);
          expect(saving.sending !== null).toBe(tab.inFlight !== null);
        });
      }),
    );
  });

  test('what can be sent is due, and what is stored is what the tab shows', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        playMoves(steps, (world, tab, action) => {
          act(world, tab, action);
          const { saving, due, draft } = tab.state;
          if (canSend(saving)) expect(due).not.toBeNull();
          if (!hasUnsaved(saving) && saving.version === world.version)
            expect(draft).toBe(world.content);
        });
      }),
    );
  });

  test('is in the state saved at the end, once the network works and the operator decides', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        const world = playMoves(steps, act);
        const [tab] = world.tabs;
        if (tab === undefined) return;
        for (let round = 0; round < 4; round += 1)
          for (const action of ['arrive', 'overwrite', 'send', 'arrive'] as const)
            act(world, tab, action);
        expect(hasUnsaved(tab.state.saving)).toBe(false);
        expect(tab.state.saving.trouble).toBeNull();
        // The other tab may have saved after this one, which had no change at that time.
        if (tab.seen === world.version) expect(world.content).toBe(tab.state.draft);
      }),
    );
  });

  const summary = { title: 'A', events: 2, rows: 4 };
  const opened = (id: number | null) =>
    afterEvent(newWork<Draft>('', 'key'), {
      type: 'opened',
      draft: 'a',
      isRestored: true,
      unsent: null,
      work: id === null ? null : { ...summary, id, version: 3 },
    });
  const changed = (state: WorkState<Draft>) => afterEvent(state, { type: 'changed', draft: 'b' });
  const failing = (state: WorkState<Draft>, status: number) =>
    afterEvent(afterEvent(state, { type: 'sent' }), { type: 'failed', failure: 'No.', status });

  test('a work that the server no longer has is added again', () => {
    const gone = failing(changed(opened(7)), 404);
    expect(gone.saving).toMatchObject({ id: null, version: 0, sending: null });
    expect(canSend(gone.saving)).toBe(true);
    expect(gone.due).toEqual({ afterMs: 500 });
  });

  test('a failed save is repeated after longer and longer pauses, and a refused one only after a change', () => {
    let state = changed(opened(7));
    expect(state.due).toEqual({ afterMs: 500 });
    for (const afterMs of [...RETRY_MS, RETRY_MS.at(-1)]) {
      state = failing(state, 500);
      expect(state.due).toEqual({ afterMs });
    }
    expect(failing(state, 400)).toMatchObject({ due: null, saving: { trouble: 'failed' } });
    expect(changed(failing(state, 400)).due).toEqual({ afterMs: 500 });
    const saved = afterEvent(afterEvent(state, { type: 'sent' }), {
      type: 'stored',
      id: 7,
      version: 4,
    });
    expect(failing(changed(saved), 0).due).toEqual({ afterMs: RETRY_MS[0] });
  });

  test('changes that the browser stored are sent at once, unless another version was saved since then', () => {
    const work = { ...summary, id: 7, version: 3 };
    const found = (isOver: boolean) =>
      afterEvent(newWork<Draft>('', 'key'), {
        type: 'opened',
        work,
        draft: 'a',
        isRestored: false,
        unsent: { draft: 'typed', isOver },
      });
    expect(found(true)).toMatchObject({ draft: 'typed', isRestored: true, due: { afterMs: 0 } });
    expect(found(false)).toMatchObject({ draft: 'typed', saving: { trouble: 'conflict' } });
    expect(canSend(found(false).saving)).toBe(false);
  });

  test('counts are saved after a change, or if they turn new content into a work', () => {
    const rows = { ...summary, rows: 5 };
    const counted = (state: WorkState<Draft>, next = rows) =>
      hasUnsaved(afterEvent(state, { type: 'summarized', summary: next }).saving);
    expect(counted(opened(7))).toBe(false);
    expect(counted(opened(null))).toBe(true);
    expect(counted(opened(null), { ...rows, events: 0 })).toBe(false);
    const stored = afterEvent(afterEvent(changed(opened(7)), { type: 'sent' }), {
      type: 'stored',
      id: 7,
      version: 4,
    });
    expect(counted(stored)).toBe(true);
    expect(counted(stored, summary)).toBe(false);
  });

  test('nothing changes while another tab edits, or before the work is open', () => {
    const elsewhere = afterEvent(opened(7), { type: 'held', isElsewhere: true });
    expect(changed(elsewhere)).toBe(elsewhere);
    const loading = newWork<Draft>('', 'key');
    expect(afterEvent(loading, { type: 'unopened', failure: 'No.' })).toMatchObject({
      phase: 'failed',
      failure: 'No.',
    });
    expect(changed(loading)).toBe(loading);
  });
});
