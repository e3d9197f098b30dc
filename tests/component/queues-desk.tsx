import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { QueueAccount } from '../../shared/queues/accounts/columns.ts';
import type { CategorySummary } from '../../shared/queues/schema.ts';
import { QueuesScreen } from '../../web/features/queues/queues-screen.tsx';
import type { QueuesSearch } from '../../web/features/queues/search-state.ts';
import type { Call } from './calls.ts';
import { renderAt, stubApi } from './desk.tsx';

/**
 * Tested accounts first, the best at the top: `gold0@x.test` has the ratio 0.0001, `gold1@x.test`
 * 0.0002 and so on.
 */
export const accountsOf = (prefix: string, tested: number, untested = 0): QueueAccount[] =>
  Array.from({ length: tested + untested }, (_, at) => {
    const ratio = at < tested ? (at + 1) / 10_000 : null;
    return {
      account: `${prefix}${at}@x.test`,
      total_queues: ratio === null ? 0 : 1,
      avg_ratio: ratio,
      best_ratio: ratio,
      worst_ratio: ratio,
      progress_history: [],
      rank: at + 1,
    };
  });

const summaryOf = (name: string, list: readonly QueueAccount[]): CategorySummary => ({
  name,
  total_accounts: list.length,
  tested_accounts: list.filter(({ total_queues }) => total_queues > 0).length,
});

interface World {
  analysed?: QueueAccount[];
  categories?: Record<string, QueueAccount[]>;
  queues?: string[];
  answers?: Record<string, (call: Call) => unknown>;
}

/** The queue tool with a small set of accounts; further answers replace the default ones. */
export async function openQueues({ answers = {}, ...world }: World = {}, address?: string) {
  const { analysed = [], categories = {}, queues = [] } = world;
  const pageOf = (list: readonly QueueAccount[], { query }: Call) => {
    const from = Number(query.get('cursor') ?? 0);
    const search = query.get('search') ?? '';
    const most = Number(query.get('max_avg_ratio') ?? query.get('below_avg_ratio') ?? 2);
    const matches = list.filter(
      ({ account, avg_ratio }) => account.includes(search) && (avg_ratio ?? 0) <= most,
    );
    const to = from + Number(query.get('limit'));
    return {
      accounts: matches.slice(from, to),
      total_accounts: matches.length,
      next_cursor: to < matches.length ? String(to) : null,
    };
  };
  const calls = stubApi({
    'GET /queues/list': () => ({
      success: true,
      data: queues.map((queue_id) => ({
        queue_id,
        queue_date: '2026-11-01',
        queue_total: 10,
        accounts: 1,
        uploaded_at: '2026-11-01T10:00:00Z',
      })),
    }),
    'GET /queues/get': (call) => {
      const untested = Object.values(categories).flatMap((list) =>
        list.filter(({ total_queues }) => total_queues === 0),
      );
      const isUntested = call.query.get('untested') === 'true';
      return { success: true, data: pageOf(isUntested ? untested : analysed, call) };
    },
    'GET /queues/accounts': (call) => {
      const name = call.query.get('category');
      const list = Object.entries(categories).map(([key, accounts]) => summaryOf(key, accounts));
      if (name === null)
        return { success: true, data: {}, stats: { categories_list: list }, counting: null };
      const { accounts, ...page } = pageOf(categories[name] ?? [], call);
      return { success: true, data: { [name]: accounts }, stats: { categories_list: list }, page };
    },
    'POST /queues/accounts/holders': () => ({ success: true, data: {} }),
    ...answers,
  });
  const rendered = await renderAt<QueuesSearch>(
    (props) => <QueuesScreen type="verified_fan" title="Verified Fan Queues Tool" {...props} />,
    address,
  );
  return { ...rendered, calls };
}

/**
 * Stops the timers of the page; everything else continues. Commands and polls of the test runner
 * advance a stopped clock: use {@link press}, {@link typeInto} and {@link shows} until the time has
 * passed.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

export const press = (button: Locator): void => (button.element() as HTMLElement).click();

export function typeInto(field: Locator, text: string): void {
  const element = field.element();
  Reflect.set(Object.getPrototypeOf(element), 'value', text, element);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Waits until the page shows a text, or no longer shows it. */
export async function shows(text: string, isShown = true): Promise<void> {
  while ((document.body.textContent?.includes(text) ?? false) !== isShown) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Opens the drawer of a tool that contains data. */
export async function openUploads(page: Awaited<ReturnType<typeof openQueues>>['page']) {
  await page.getByRole('button', { name: 'Uploads', exact: true }).click();
}

/** A queue file with the usual header. */
export const queueFile = (name: string, rows: readonly string[]): File =>
  new File([['Id,QueueId,Place', ...rows].join('\n')], name, { type: 'text/csv' });
