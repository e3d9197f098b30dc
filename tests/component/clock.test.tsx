import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { HistoryChart } from '../../web/features/price-monitor/panel/history-chart.tsx';
import { Time } from '../../web/kit/time.tsx';
import { TIME_FORMS } from '../../web/kit/time-text.ts';
import { onSleep, useNow } from '../../web/lib/now.ts';
import { DASHBOARD_NOW, dashboardAnswer, dashboardOpening } from '../factories/dashboard.ts';
import { failed } from './desk.tsx';
import { emptyDesk } from './empty-desk.ts';
import { openProduct } from './product.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const isoAt = (instant: number) => new Date(instant).toISOString();

function startAt(now: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
}

/** Sets the clock of the machine to `now` and simulates the operator's return to the tab. */
function returnAt(now: number): void {
  vi.setSystemTime(now);
  window.dispatchEvent(new Event('focus'));
}

const Age = ({ of }: { of: number }) => <Time at={of} as="ago" now={useNow()} />;

test('the age of a text is correct as soon as the operator returns', async () => {
  startAt(DASHBOARD_NOW);
  const view = await render(<Age of={DASHBOARD_NOW - 5 * MINUTE} />);
  await expect.element(view.getByText('5 min ago')).toBeVisible();
  returnAt(DASHBOARD_NOW + 25 * MINUTE);
  await expect.element(view.getByText('30 min ago')).toBeVisible();
  for (const forth of [HOUR, DAY]) {
    const now = DASHBOARD_NOW + forth;
    returnAt(now);
    const text = TIME_FORMS.ago(DASHBOARD_NOW - 5 * MINUTE, now);
    await expect.element(view.getByText(text, { exact: true })).toBeVisible();
  }
  for (const back of [HOUR, DAY]) {
    returnAt(DASHBOARD_NOW - back);
    await expect.element(view.getByText('just now')).toBeVisible();
  }
  returnAt(DASHBOARD_NOW);
  await expect.element(view.getByText('5 min ago')).toBeVisible();
});

test.each([0, HOUR, DAY, -HOUR, -DAY])(
  'the charts of prices keep every step after the clock was set by %d ms',
  async (jump) => {
    startAt(DASHBOARD_NOW + jump);
    const points = [3, 2, 1].map((hours) => ({
      at: isoAt(DASHBOARD_NOW - hours * HOUR),
      low: 40,
      median: 50,
      high: 60 + hours,
      available: 10 * hours,
      source: 'discovery' as const,
    }));
    const draw = (index: number) => (
      <HistoryChart
        {...{ points, index, alertPrice: null, label: 'Prices', formatPrice: String }}
        onIndex={() => undefined}
      />
    );
    const view = await render(draw(0));
    const chart = view.getByRole('img', { name: 'Prices' }).element();
    const cursors: number[] = [];
    for (const index of [0, 1, 2]) {
      await view.rerender(draw(index));
      const plot = chart.querySelector('.u-over')?.getBoundingClientRect();
      const line = chart.querySelector('.u-cursor-x')?.getBoundingClientRect();
      if (!plot || !line) throw new Error('no chart');
      cursors.push((line.left - plot.left) / plot.width);
    }
    expect(cursors.toSorted((a, b) => a - b)).toEqual(cursors);
    expect(cursors[0]).toBeGreaterThanOrEqual(-0.01);
    expect(cursors[2]).toBeLessThanOrEqual(1);
    expect(new Set(cursors).size).toBe(3);
  },
);

test('a sleep and a clock change are noticed; a busy minute is not', () => {
  startAt(DASHBOARD_NOW);
  const listener = vi.fn();
  onTestFinished(onSleep(listener));
  let now = DASHBOARD_NOW;
  for (const [stepMs, calls] of [
    [MINUTE, 0],
    [8 * HOUR, 1],
    [-HOUR, 2],
    [DAY, 3],
    [-DAY, 4],
    [15_000, 4],
  ] as const) {
    now += stepMs;
    returnAt(now);
    expect(listener, `${stepMs} ms`).toHaveBeenCalledTimes(calls);
  }
});

describe('a dashboard that stayed open while the machine slept for eight hours', () => {
  const open = async () => {
    startAt(DASHBOARD_NOW);
    const product = await openProduct('/dashboard', {
      ...emptyDesk(),
      'GET /dashboard': () => dashboardAnswer,
    });
    const row = page.getByRole('row', { name: /Northern Lanterns/ });
    await expect.poll(() => row.query()?.textContent).toContain('1 h 29 min');
    return { ...product, row };
  };

  test("shows the server's current state, and counts from now", async () => {
    const { answers, row } = await open();
    const opening = { ...dashboardOpening, opens: isoAt(DASHBOARD_NOW + 10 * HOUR) };
    answers['GET /dashboard'] = () => ({
      ...dashboardAnswer,
      outlook: { ...dashboardAnswer.outlook, openings: [opening] },
    });
    returnAt(DASHBOARD_NOW + 8 * HOUR);
    await expect.poll(() => row.query()?.textContent).toContain('2 h');
  });

  test('leads to the sign-in, and back, when the session has expired', async () => {
    const { answers, href } = await open();
    for (const call of Object.keys(answers)) answers[call] = () => failed(401, 'Invalid token');
    returnAt(DASHBOARD_NOW + 8 * HOUR);
    await expect.poll(href).toBe('/login?redirect=%2Fdashboard');
  });
});
