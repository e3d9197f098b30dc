import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answerWith,
  type FoundCode,
  toServerSentEvents,
} from '../../shared/presale-codes/events.ts';
import { SEARCH_DEFAULTS } from '../../web/features/presale-codes/form/search-form.ts';
import { WATCH_EVERY_MS } from '../../web/features/presale-codes/search/search-machine.ts';
import { tabSearch } from '../../web/features/presale-codes/search/search-store.ts';
import { leaveSession } from '../../web/lib/session.ts';
import type { Call, Calls } from './calls.ts';
import { type Answer, stubApi } from './desk.tsx';
import { emptyDesk } from './empty-desk.ts';
import { openProduct } from './product.tsx';

const SEARCHES = 'POST /presale-codes/search';
const codeOf = (code: string): FoundCode => ({
  ...{ code, account: 'a@desk.test', email_subject: 'Code', email_from: '', confidence: 0.9 },
  ...{ email_date: '2026-11-20T10:00:00.000Z', evidence: '', mail_id: '1/INBOX/7/1' },
});
const SEARCH = {
  ...{ search_keywords: ['herons'], imap_account_ids: [1], search_hours: 24 },
  ...{ code_length_min: 4, code_length_max: 12 },
};
const FORM = { ...SEARCH_DEFAULTS, searchKeywords: ['herons'] };
const { setWatching } = tabSearch;
const readSearch = () => tabSearch.read().view;
const search = () => tabSearch.start({ form: FORM, search: SEARCH, owner: 1 });

/** Answers searches one after the other with these codes; the last answer stays. */
const answering = (answers: string[][]) => () => {
  const codes = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  const answer = answerWith(codes.map(codeOf), []);
  return new Response(toServerSentEvents({ type: 'done', answer }), {
    headers: { 'Content-Type': 'text/event-stream' },
  });
};

/** Answers the searches as {@link answering} does once `isHeld` is over. */
const finding = (
  answers: string[][],
  others: Record<string, Answer> = {},
  isHeld = (): Promise<void> => Promise.resolve(),
): Calls => {
  const answer = answering(answers);
  return stubApi({
    ...others,
    [SEARCHES]: async () => {
      await isHeld();
      return answer();
    },
  });
};
/** The server's recent searches, of which a test makes one. */
class RecentSearches {
  body: object | null = null;
  #version = 0;
  readonly answers: Record<string, Answer> = {
    'POST /recent-work/find': () => ({ success: true, data: this.#work() }),
    'GET /recent-work': () => ({ success: true, data: this.body ? [this.#work()] : [] }),
    'GET /recent-work/1': () => ({ success: true, data: this.#work() }),
    'POST /recent-work': (call) => this.#save(call),
    'PUT /recent-work/1': (call) => this.#save(call),
  };

  #work() {
    return this.body && { id: 1, kind: 'presale', version: this.#version, body: this.body };
  }

  #save({ body }: Call) {
    this.body = (body as { body: object }).body;
    this.#version += 1;
    return { success: true, id: 1 };
  }
}
const searched = () => expect.poll(() => readSearch().phase).toBe('done');

afterEach(async () => {
  await leaveSession(() => undefined);
  setWatching(false);
  vi.useRealTimers();
});

describe('a watched search', () => {
  test('is repeated 60 s after its end with its codes in view, marks new ones and has them notified', async () => {
    let held = Promise.resolve();
    const { answers } = new RecentSearches();
    const calls = finding([['OLD1'], ['OLD1', 'NEW1'], ['OLD1', 'NEW1']], answers, () => held);
    search();
    await searched();
    expect(readSearch().fresh.size).toBe(0);
    const since = Date.now();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: since });
    setWatching(true);
    vi.advanceTimersByTime(WATCH_EVERY_MS - 2_000);
    expect(calls.to(SEARCHES)).toHaveLength(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    vi.advanceTimersByTime(3_000);
    await expect.poll(readSearch).toMatchObject({ phase: 'searching', isQuiet: true });
    expect(readSearch().codes.map(({ code }) => code)).toEqual(['OLD1']);
    resolve();
    await searched();
    expect(calls.to(SEARCHES)[1]?.body).toMatchObject({
      notify_since: new Date(since).toISOString(),
    });
    expect([...readSearch().fresh]).toEqual(['NEW1']);
    vi.advanceTimersByTime(WATCH_EVERY_MS + 1_000);
    await expect.poll(() => calls.to(SEARCHES)).toHaveLength(3);
    await searched();
    // Codes that the watch found stay marked while it continues.
    expect([...readSearch().fresh]).toEqual(['NEW1']);
  });

  test('continues after a reload or in another tab, with earlier codes unmarked and new ones marked', async () => {
    const works = new RecentSearches();
    const calls = finding([['OLD1'], ['OLD1', 'NEW1'], ['OLD1', 'NEW1', 'NEW2']], works.answers);
    search();
    await searched();
    const since = Date.now();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: since });
    setWatching(true);
    vi.advanceTimersByTime(WATCH_EVERY_MS + 1_000);
    await searched();
    await expect
      .poll(() => works.body)
      .toMatchObject({
        ...{ seen: ['OLD1', 'NEW1'], fresh: ['NEW1'], watchedSince: since },
      });
    // This ends the session of the tab.
    await leaveSession(() => undefined);
    vi.advanceTimersByTime(1_000);
    expect(readSearch().phase).toBe('idle');

    const kept = await tabSearch.resume(1);
    expect(kept?.searchKeywords).toEqual(['herons']);
    await searched();
    expect([...readSearch().fresh]).toEqual(['NEW1', 'NEW2']);
    const searches = () => calls.to(SEARCHES);
    expect(searches()[2]?.body).toMatchObject({ notify_since: new Date(since).toISOString() });
    vi.advanceTimersByTime(WATCH_EVERY_MS + 1_000);
    await expect.poll(searches).toHaveLength(4);
    await searched();

    setWatching(false);
    await expect.poll(() => works.body).toMatchObject({ watchedSince: null });
    await leaveSession(() => undefined);
    expect(await tabSearch.resume(1)).toBe(null);
    expect(readSearch().phase).toBe('idle');
  });

  test('continues after a reload on another screen; the form of its search takes it over', async () => {
    const works = new RecentSearches();
    works.body = {
      ...FORM,
      selectedImapAccounts: [1],
      seen: ['OLD1'],
      fresh: [],
      watchedSince: Date.now(),
      search: SEARCH,
    };
    localStorage.setItem('presale-watched@1', 'true');
    const { calls, router } = await openProduct(
      '/settings',
      { ...emptyDesk(), ...works.answers, [SEARCHES]: answering([['OLD1', 'NEW1']]) },
      { storage: 'kept' },
    );
    await expect.poll(() => calls.to(SEARCHES)).toHaveLength(1);
    await searched();
    await router.navigate({ to: '/presale-code-tool' });
    await expect.element(page.getByLabelText('Keyword 1')).toHaveValue('herons');
    const keepWatching = page.getByRole('switch', { name: /^Keep watching/ });
    await expect.element(keepWatching).toBeChecked();
    expect([...readSearch().fresh]).toEqual(['NEW1']);
    expect(calls.to(SEARCHES)).toHaveLength(1);
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox').fill('stop watching');
    await page.getByRole('option', { name: 'Stop watching' }).click();
    await expect.element(keepWatching).not.toBeChecked();
    expect(localStorage.getItem('presale-watched@1')).toBe('false');
  });

  test('ends if it was stopped in another browser, whose state stays', async () => {
    const works = new RecentSearches();
    finding([['OLD1']], works.answers);
    search();
    await searched();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const since = Date.now();
    setWatching(true);
    await expect.poll(() => works.body).toMatchObject({ watchedSince: since });
    works.body = { ...works.body, watchedSince: null };
    // The save above may still be on its way to this tab: the watch then ends a minute later.
    await expect
      .poll(() => {
        vi.advanceTimersByTime(WATCH_EVERY_MS + 1_000);
        return vi.getTimerCount();
      })
      .toBe(0);
    expect(works.body).toMatchObject({ watchedSince: null });
  });

  test('is left to the tab that has it', async () => {
    const works = new RecentSearches();
    const calls = finding([[]], works.answers);
    works.body = { ...FORM, seen: [], fresh: [], watchedSince: 1, search: SEARCH };
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const other = navigator.locks.request('presale-watch', () => {
      hold();
      return isOver;
    });
    await isHeld;
    expect(await tabSearch.resume(1)).toBe(null);
    expect(calls.to(SEARCHES)).toEqual([]);
    resolve();
    await other;
  });

  test('ends with a reset of the search', async () => {
    const calls = finding([['OLD1']], new RecentSearches().answers);
    search();
    await searched();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    setWatching(true);
    tabSearch.reset();
    vi.advanceTimersByTime(10 * WATCH_EVERY_MS);
    expect(calls.to(SEARCHES)).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
