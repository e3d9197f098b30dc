import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type SearchServer, settle, signIn, stubBrowser } from './presale-search-world.ts';

const browser = stubBrowser();
const SEARCH_EVERY_MS = 61_000;

/** The calls of the screens. They are imported after the browser exists. */
const product = async () => {
  const { tabSearch } = await import('../../web/features/presale-codes/search/search-store.ts');
  const { SEARCH_DEFAULTS } = await import('../../web/features/presale-codes/form/search-form.ts');
  const { leaveSession } = await import('../../web/lib/session.ts');
  return {
    cancelSearch: tabSearch.cancel,
    repeatSearch: tabSearch.repeat,
    resetSearch: tabSearch.reset,
    resumeSearch: (owner: number) => tabSearch.resume(owner),
    readSearch: () => tabSearch.read().view,
    leaveSession,
    startSearch: (keyword: string) =>
      tabSearch.start({
        form: { ...SEARCH_DEFAULTS, searchKeywords: [keyword] },
        search: {
          search_keywords: [keyword],
          imap_account_ids: [1],
          search_hours: 24,
          code_length_min: 4,
          code_length_max: 12,
        },
        owner: 1,
      }),
  };
};
let tab: Awaited<ReturnType<typeof product>>;

beforeAll(async () => {
  tab = await product();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** The possible next steps of the operator, the server, the network and the clock. */
const ACTIONS = [
  ...(['search a', 'search b', 'repeat', 'cancel', 'reset', 'undo'] as const),
  ...(['code', 'code', 'code', 'twin', 'end', 'lose', 'reload', 'minute'] as const),
];
type Action = (typeof ACTIONS)[number];

/** One tab, and what its operator is expected to see. */
class World {
  readonly server: SearchServer;
  undo = () => {};
  codes = 0;

  constructor() {
    browser.renew();
    signIn();
    this.server = browser.server();
  }

  get id(): string {
    return this.server.sent.at(-1)?.id ?? '';
  }
  get job() {
    return this.server.jobs.get(this.id);
  }

  async play(action: Action): Promise<void> {
    const { server, id } = this;
    const acts: Record<Action, () => void | Promise<void>> = {
      'search a': () => tab.startSearch('a'),
      'search b': () => tab.startSearch('b'),
      repeat: tab.repeatSearch,
      cancel: tab.cancelSearch,
      reset: () => {
        this.undo = tab.resetSearch();
      },
      undo: () => this.undo(),
      code: () => server.find(id, `CODE${++this.codes}`),
      // The same code of the same mail once more.
      twin: () => server.find(id, `CODE${this.codes}`),
      end: () => server.end(id),
      lose: async () => {
        server.lose();
        await settle();
        dispatchEvent(new Event('online'));
      },
      reload: () => this.reload(),
      minute: () => {
        vi.advanceTimersByTime(SEARCH_EVERY_MS);
      },
    };
    await acts[action]();
    await settle();
  }

  /** Leaves the page and opens it again; the browser's storage and the server stay. */
  async reload(): Promise<void> {
    await tab.leaveSession(() => undefined);
    vi.advanceTimersByTime(1_000);
    await settle();
    signIn();
    await tab.resumeSearch(1);
  }

  async close(): Promise<void> {
    await tab.leaveSession(() => undefined);
    await settle();
  }
}

const moves = fc.array(fc.constantFrom(...ACTIONS), { maxLength: 20, size: 'max' });

/** Plays moves in a new world. `check` gets the state before and after each. */
async function playing(
  steps: readonly Action[],
  check: (
    world: World,
    action: Action,
    before: ReturnType<typeof tab.readSearch>,
  ) => void | Promise<void>,
): Promise<void> {
  const world = new World();
  try {
    for (const action of steps) {
      const before = tab.readSearch();
      await world.play(action);
      await check(world, action, before);
    }
  } finally {
    await world.close();
  }
}

const shown = () => tab.readSearch().codes.map((found) => found.code);
const RUNS = { numRuns: 60 };

test('a finished search shows each code of its mails once, whatever happened before', async () => {
  await fc.assert(
    fc.asyncProperty(moves, (steps) =>
      playing(steps, ({ job }) => {
        const codes = shown();
        expect(new Set(codes).size).toBe(codes.length);
        if (tab.readSearch().phase !== 'done' || job === undefined) return;
        if (job.isDone)
          expect(codes.toSorted()).toEqual(
            [...new Set(job.codes.map((found) => found.code))].toSorted(),
          );
      }),
    ),
    RUNS,
  );
});

test('one search runs at a time, and shows what was found so far', async () => {
  await fc.assert(
    fc.asyncProperty(moves, (steps) =>
      playing(steps, ({ server, job }) => {
        const { phase } = tab.readSearch();
        const isRunning = phase === 'searching';
        expect(server.open).toBe(isRunning ? 1 : 0);
        if (!isRunning) return;
        const codes = new Set(job?.codes.map((found) => found.code));
        expect(new Set(shown())).toEqual(codes);
      }),
    ),
    RUNS,
  );
});

test('a search survives a reload: it is rejoined by its id, or its result is read again', async () => {
  await fc.assert(
    fc.asyncProperty(moves, (steps) =>
      playing([...steps, 'reload'], ({ server, id }, action, before) => {
        if (action !== 'reload') return;
        const { phase } = tab.readSearch();
        const isFresh = Date.now() - before.startedAt < 60_000;
        if (before.phase === 'searching' && isFresh) {
          expect(['searching', 'done']).toContain(phase);
          expect(id).toBe(server.sent.at(-2)?.id);
        }
        if (before.phase === 'done' && isFresh) {
          expect(phase).toBe('done');
          expect(shown().toSorted()).toEqual(before.codes.map((found) => found.code).toSorted());
        }
      }),
    ),
    RUNS,
  );
});

test('a search that the server no longer has is not restored', async () => {
  const minutes = Array.from({ length: 5 }, (): Action => 'minute');
  for (const end of [[], ['end']] satisfies Action[][])
    await playing(['search a', 'code', ...end, ...minutes, 'reload'], (_, action) => {
      if (action === 'reload') expect(tab.readSearch().phase).toBe('idle');
    });
});

test('a cancelled search stays cancelled: no later code is shown, and no reload restores it', async () => {
  await fc.assert(
    fc.asyncProperty(moves, (steps) =>
      playing([...steps, 'cancel', 'code', 'end', 'reload'], (_, action, before) => {
        if (before.phase !== 'cancelled') return;
        const { phase, codes } = tab.readSearch();
        if (action === 'reload') expect(phase).toBe('idle');
        if (action === 'code' || action === 'end' || action === 'lose' || action === 'cancel')
          expect([phase, codes]).toEqual(['cancelled', before.codes]);
      }),
    ),
    RUNS,
  );
});
