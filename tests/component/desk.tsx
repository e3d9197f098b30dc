import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { type ComponentType, useMemo, useState } from 'react';
import { expect, onTestFailed, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { parseSearch, stringifySearch } from '../../web/lib/search-params.ts';
import { TopBarSlots } from '../../web/ui/page.tsx';
import { Toaster } from '../../web/ui/toast.tsx';
import { type Call, Calls, readCall } from './calls.ts';

/** Answers a call with a JSON body or a Response; a thrown value is a broken connection. */
export type Answer = (call: Call) => unknown;

/** Answers the calls of a screen in place of the server, by `METHOD /path`, until the test ends. */
export function stubApi(answers: Record<string, Answer>): Calls {
  const calls = new Calls();
  const answerTo = async (call: Call): Promise<Response> => {
    const answer = answers[`${call.method} ${call.path}`];
    if (answer === undefined) throw new Error(`No answer for ${call.method} ${call.path}`);
    const given = await Promise.race([answer(call), untilAborted(call.signal)]);
    return given instanceof Response ? given : Response.json(given);
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const call = readCall(input, init);
    calls.add(call);
    try {
      const response = await answerTo(call);
      call.answer = String(response.status);
      return response;
    } catch (error) {
      call.answer = String(error);
      throw error;
    }
  });
  // The report omits the console, which would take more time than some tests.
  onTestFailed(({ task }) => {
    const [error] = task.result?.errors ?? [];
    if (error) error.stack = `${error.stack}\nCalls:\n${calls.list()}`;
  });
  return calls;
}

const untilAborted = (signal: AbortSignal | null) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/**
 * Waits for a text of a large screen that is busy: a locator that finds nothing computes the role and the name of each
 * element again and again, which takes more processor time than the screen itself.
 */
export const untilText = (text: string): Promise<unknown> =>
  expect.poll(() => document.body.textContent, { interval: 200 }).toContain(text);

/** A failed call as the server answers it. */
export const failed = (status: number, message: string) =>
  Response.json({ success: false, message }, { status });

interface ScreenProps<Search extends object> {
  search: Search;
  onSearch: (search: Search) => void;
}

/** The top bar with the slots that a screen fills, the screen below it, and toasts. */
function Shell() {
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ heading, actions }), [heading, actions]);
  return (
    <div style={{ height: '100dvh' }} className="flex flex-col">
      <header className="flex">
        <div ref={setHeading} />
        <div ref={setActions} />
      </header>
      <TopBarSlots value={slots}>
        <Outlet />
      </TopBarSlots>
      <Toaster />
    </div>
  );
}

/**
 * Renders a screen at /screen with its address; /elsewhere is another page. A navigation to either
 * of them ends after `beforeLoad`.
 */
export async function renderAt<Search extends object>(
  Screen: ComponentType<ScreenProps<Search>>,
  address = '/screen',
  beforeLoad?: () => Promise<void>,
) {
  localStorage.setItem('token', `.${btoa('{"sub":"1"}')}.`);
  const root = createRootRoute({ component: Shell });
  const screen = createRoute({
    getParentRoute: () => root,
    path: '/screen',
    beforeLoad,
    component: function Page() {
      const search = screen.useSearch() as Search;
      const navigate = screen.useNavigate();
      return (
        <Screen
          search={search}
          onSearch={(next) => void navigate({ to: '/screen', search: next } as never)}
        />
      );
    },
  });
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '/elsewhere',
    beforeLoad,
    component: () => <h1>Elsewhere</h1>,
  });
  const router = createRouter({
    routeTree: root.addChildren([screen, elsewhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { page, router };
}
