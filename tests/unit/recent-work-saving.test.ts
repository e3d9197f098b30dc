import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterEvent,
  canSend,
  hasUnsaved,
  openedAs,
  type Saving,
} from '../../web/features/recent-work/session/saving.ts';

/** A server that keeps one work, with the tabs whose content it has had. */
interface World {
  version: number;
  tabs: Tab[];
}
interface Tab {
  saving: Saving;
  /** The version that a save under way was made for. */
  inFlight: number | null;
}

const step = (tab: Tab, event: Parameters<typeof afterEvent>[1]) => {
  tab.saving = afterEvent(tab.saving, event);
};

/** What a tab, the network and the operator may do next. */
const ACTIONS = ['change', 'send', 'arrive', 'lose', 'overwrite'] as const;

function act(world: World, tab: Tab, action: (typeof ACTIONS)[number]): void {
  if (action === 'change') step(tab, { type: 'changed' });
  if (action === 'send' && canSend(tab.saving)) {
    step(tab, { type: 'sent' });
    tab.inFlight = tab.saving.version;
  }
  if (action === 'overwrite' && tab.saving.trouble === 'conflict')
    step(tab, { type: 'overwrite', version: world.version });
  if (tab.inFlight === null) return;
  if (action === 'lose') {
    tab.inFlight = null;
    step(tab, { type: 'failed' });
  }
  if (action === 'arrive') {
    const isKnown = tab.inFlight === world.version;
    tab.inFlight = null;
    if (isKnown) {
      world.version += 1;
      step(tab, { type: 'stored', id: 1, version: world.version });
    } else step(tab, { type: 'refused' });
  }
}

const moves = fc.array(fc.tuple(fc.nat(1), fc.constantFrom(...ACTIONS)), { maxLength: 60 });
const makeWorld = (): World => ({
  version: 1,
  tabs: [1, 2].map(() => ({ saving: openedAs({ id: 1, version: 1 }), inFlight: null })),
});

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
  test('in two tabs, in any order: no save replaces a version that its tab has not read', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        playMoves(steps, (world, tab, action) => {
          const before = world.version;
          const known = tab.inFlight;
          act(world, tab, action);
          if (world.version !== before) expect(known).toBe(before);
        });
      }),
    );
  });

  test('a change that was not stored stays unsaved, and one save runs at a time', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        playMoves(steps, (world, tab, action) => {
          const { changed, saved } = tab.saving;
          act(world, tab, action);
          expect(tab.saving.saved).toBeLessThanOrEqual(tab.saving.changed);
          if (tab.saving.saved > saved) expect(action).toBe('arrive');
          if (action === 'change') expect(hasUnsaved(tab.saving)).toBe(true);
          expect(tab.saving.changed).toBe(action === 'change' ? changed + 1 : changed);
          if (tab.saving.sending !== null) expect(canSend(tab.saving)).toBe(false);
        });
      }),
    );
  });

  test('ends saved once the network works and the operator decides', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        const world = playMoves(steps, act);
        const [tab] = world.tabs;
        if (tab === undefined) return;
        for (let round = 0; round < 4; round += 1)
          for (const action of ['arrive', 'overwrite', 'send', 'arrive'] as const)
            act(world, tab, action);
        expect(hasUnsaved(tab.saving)).toBe(false);
        expect(tab.saving.trouble).toBeNull();
      }),
    );
  });

  test('a work that the server no longer has is added again', () => {
    const changed = afterEvent(openedAs({ id: 7, version: 3 }), { type: 'changed' });
    const gone = afterEvent(afterEvent(changed, { type: 'sent' }), { type: 'gone' });
    expect(gone).toMatchObject({ id: null, version: 0, sending: null });
    expect(canSend(gone)).toBe(true);
  });
});
