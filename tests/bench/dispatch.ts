import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '../factories/allocation.ts';
import { measureAllocation } from '../factories/large-allocation.ts';
import { withDesk } from './harness/desk.ts';
import type { Measure } from './harness/row.ts';

const ACCOUNTS = 200_000;
const EVENTS = 500;
const CATEGORIES = 40;
const EVENTS_BY_ACCOUNT = 3;
/** Nine tenths of what the accounts can serve. */
const SLOTS = (ACCOUNTS * EVENTS_BY_ACCOUNT * 0.9) / EVENTS;
const AT_ONCE = 20_000;
const PING_EVERY_MS = 20;

const nameOf = (category: number): string => `Category ${category}`;

/** Accounts of one or two categories each. */
function accountsByCategory(): Map<number, string[]> {
  const random = seededRandom(1);
  const upTo = () => Math.floor(random() * CATEGORIES);
  const lists = new Map<number, string[]>();
  for (let index = 0; index < ACCOUNTS; index++) {
    for (const category of new Set([upTo(), upTo()])) {
      const list = lists.get(category) ?? [];
      lists.set(category, list);
      list.push(`account${index}@mail.test`);
    }
  }
  return lists;
}

const events = Array.from({ length: EVENTS }, (_, index) => ({
  id: `E${index}`,
  presale: 'Fan presale',
  accounts_amount: SLOTS,
  event_infos: { date: '2027-03-14 20:00', venue: 'Movistar Arena', city: 'Madrid' },
  categories: index % 3 === 0 ? [] : [nameOf(index % CATEGORIES), nameOf((index + 7) % CATEGORIES)],
}));

/** Measures a dispatch of 200,000 accounts to 500 events, and other calls beside it. */
export const measure: Measure = () =>
  withDesk(async ({ origin, token }) => {
    const call = async (path: string, body?: unknown) => {
      const response = await fetch(`${origin}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const bytes = await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return bytes;
    };
    const type = 'verified_fan';
    for (const [category, accounts] of accountsByCategory()) {
      await call('/queues/accounts', { type, category_name: nameOf(category), accounts });
    }
    for (let from = 0; from < ACCOUNTS * 0.8; from += AT_ONCE) {
      await call('/queues/insert', {
        type,
        queue_id: `queue ${from}`,
        queue_total: ACCOUNTS,
        queue_date: '2026-11-20',
        accounts: Array.from({ length: AT_ONCE }, (_, at) => ({
          account_name: `account${from + at}@mail.test`,
          position: from + at + 1,
        })),
      });
    }
    const isCounted = async () => {
      const text = new TextDecoder().decode(await call(`/queues/get?type=${type}&limit=1`));
      return text.includes('"counting":null');
    };
    while (!(await isCounted())) await setTimeout(200);

    const waits: number[] = [];
    let isRunning = true;
    const ping = async () => {
      while (isRunning) {
        const startedAt = performance.now();
        await call('/dashboard');
        waits.push(performance.now() - startedAt);
        await setTimeout(PING_EVERY_MS);
      }
    };
    const pinging = ping();
    const startedAt = performance.now();
    await call('/events/dispatch-csv', { events_by_account: EVENTS_BY_ACCOUNT, events });
    const ms = performance.now() - startedAt;
    isRunning = false;
    await pinging;
    const byAccount = measureAllocation(ACCOUNTS, EVENTS, SLOTS * 2, EVENTS_BY_ACCOUNT);
    return [
      {
        what: 'dispatch of 200,000 accounts to 500 events, ZIP included',
        measured: ms,
        unit: 'ms',
        against: 'goal',
        limit: 6_000,
      },
      {
        what: 'longest wait of the dashboard beside that dispatch',
        measured: Math.max(...waits),
        unit: 'ms',
        against: 'goal',
        limit: 150,
      },
      {
        what: 'longest piece of the assignment, of the processor',
        measured: byAccount.longestMs,
        unit: 'ms',
        against: 'goal',
        limit: 50,
      },
    ];
  });
