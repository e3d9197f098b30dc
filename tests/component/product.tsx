import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import axe from 'axe-core';
import { expect, onTestFinished, vi } from 'vitest';
import { page as browserPage } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { watchSession } from '../../web/features/account/sessions/watch-session.ts';
import { setTheme } from '../../web/kit/theme.ts';
import { queryClient } from '../../web/lib/query-client.ts';
import { leaveSession } from '../../web/lib/session.ts';
import { router as productRouter } from '../../web/router.tsx';
import { type Answer, stubApi } from './desk.tsx';

/** The session token of the operator with id 1. */
const TOKEN = `.${btoa('{"sub":"1"}')}.`;

/** The calls that the shell of each screen makes. */
const SHELL_ANSWERS: Record<string, Answer> = {
  'GET /auth/me': () => ({ success: true, id: 1, email: 'operator@localhost' }),
  'GET /api-tokens': () => ({ success: true, data: [] }),
  'GET /recent-work': () => ({ success: true, data: [], total: 0, next_cursor: null }),
  'GET /views': () => ({ success: true, data: [] }),
  'GET /notifications': () => ({
    success: true,
    data: [],
    next_cursor: null,
    unread: 0,
    muted: [],
    webhook: null,
  }),
};

/** A live channel without events. */
class SilentSocket extends EventTarget {
  send() {}
  close() {}
}

let router = productRouter;
watchSession({
  location: () => router.state.location,
  goToLogin: (redirect) => router.navigate({ to: '/login', search: { redirect } }),
  goToError: (search) => router.navigate({ to: '/error', search }),
  goToPath: (path) => router.navigate({ to: path }),
});

/** Maximum number of the page's characters in the report of a failed test. */
const REPORTED_TEXT = 1_500;

const frame = () => new Promise(requestAnimationFrame);

interface OpenOptions {
  /**
   * The state of the browser's storage: empty; complete, as after a reload; or the part that a new
   * tab gets.
   */
  storage?: 'empty' | 'kept' | 'new tab';
  isSignedIn?: boolean;
  /** A replacement for the live channel. */
  Socket?: typeof EventTarget;
}

/**
 * Opens the product at an address, with stubbed answers: all routes, the shell and the session. A
 * test may change `answers` while it runs. An error in the console that is not about a failed call
 * fails the test.
 */
export async function openProduct(
  address: string,
  overrides: Record<string, Answer> = {},
  { storage = 'empty', isSignedIn = true, Socket = SilentSocket }: OpenOptions = {},
) {
  if (innerWidth !== 1440) await browserPage.viewport(1440, 900);
  await cleanup();
  await leaveSession(() => undefined);
  if (storage === 'empty') localStorage.clear();
  if (storage !== 'kept') sessionStorage.clear();
  if (isSignedIn) localStorage.setItem('token', TOKEN);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => {
    const errors = logged.mock.calls.filter(([message]) => !/ failed$/.test(String(message)));
    logged.mockRestore();
    expect(errors, 'the page must run without errors').toEqual([]);
  });
  vi.stubGlobal('WebSocket', Object.assign(Socket, { OPEN: 1, CLOSED: 3 }));
  const answers = { ...SHELL_ANSWERS, ...overrides };
  const calls = stubApi(answers);
  const history = createMemoryHistory({ initialEntries: [address] });
  // Preloading is off: a link under the pointer would call the server at any time.
  router = createRouter({ ...productRouter.options, history, defaultPreload: false });
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // Unmounts while the answers are still there: a screen that is opening calls the server, and one
  // that is left saves its work.
  onTestFinished(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    // biome-ignore lint/performance/useDomNodeTextContent: innerText has a line for each line of the page, without hidden texts.
    const text = document.body.innerText.slice(0, REPORTED_TEXT);
    if (error) error.stack = `${error.stack}\nPage:\n${text}`;
    while (router.state.status === 'pending' && queryClient.isFetching() === 0) await frame();
    await cleanup();
    await frame();
  });
  const href = () => router.state.location.href;
  return { page, router, href, calls, answers };
}

/** The rules of axe for each theme. The dark theme differs only in its colours. */
const RULES = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<'light' | 'dark', axe.RunOptions['runOnly']>;

/** WCAG 2.2 A and AA with axe's best practices, in both themes. */
export async function expectAccessible(): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    setTheme(theme);
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      runOnly: RULES[theme],
      // None of these rules needs style sheets.
      preload: false,
    });
    const found = violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }));
    expect(found, theme).toEqual([]);
  }
  setTheme('system');
}

/**
 * Answers of a failing server (with a reason, without one, and no answer), with the texts that the
 * page shows.
 */
export const failuresOf = (message: string, refused: string, thrown: string) =>
  [
    ['the reason of the server', () => refuse(409, message), `${refused}. ${message}`],
    ['a failure without a message', () => refuse(500, ''), refused],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), thrown],
  ] as const;

const refuse = (status: number, message: string) =>
  Response.json({ success: false, message }, { status });
