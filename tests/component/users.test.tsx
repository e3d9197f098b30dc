import { afterEach, expect, test, vi } from 'vitest';
import type { UsersSearch } from '../../web/features/users/search-state.ts';
import { UserGeneratorScreen } from '../../web/features/users/user-generator-screen.tsx';
import { renderAt, stubApi } from './desk.tsx';
import { press, shows, stopClock } from './queues-desk.tsx';

const USERS = ['Nora', 'Aoife'].map((first_name) => ({
  first_name,
  last_name: 'Byrne',
  latin: null,
  name: `${first_name} Byrne`,
  address: '4 Main Street',
  city: 'Galway',
  state: 'County Galway',
  postal: 'H91 ABCD',
  phoneNumber: '(020) 910 0000',
  country: 'Ireland',
}));
const textOf = (name: string) =>
  [name, '4 Main Street', 'Galway', 'County Galway', 'H91 ABCD', '(020) 910 0000', 'Ireland'].join(
    '\n',
  );

/** Waits while the clock is stopped: only timers of 0 ms run. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    vi.advanceTimersByTime(0);
    await new Promise(requestAnimationFrame);
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('one field and one user show for 2 s that they were copied, all users for 3 s', async () => {
  const calls = stubApi({ 'POST /users/get_random': () => ({ success: true, users: USERS }) });
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
  const { page } = await renderAt<UsersSearch>(
    UserGeneratorScreen,
    '/screen?count=2&nationality=IE',
  );
  await page.getByRole('button', { name: 'Generate users' }).click();
  await expect.element(page.getByText('2 users', { exact: true })).toBeVisible();
  expect((await calls.made('POST /users/get_random')).body).toMatchObject({
    amount: 2,
    nationality: 'IE',
    parts: true,
  });
  const nora = page.getByRole('article').first();
  const city = nora.getByRole('button', { name: 'Copy City: Galway' });
  const user = nora.getByRole('button', { name: 'Copy Nora Byrne' });
  const all = page.getByRole('button', { name: 'Copy all' });
  const buttons = [city.element(), user.element(), all.element()];
  const labels = () =>
    buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent);
  const isCopied = (at: number) => /copied/i.test(labels()[at] ?? '');
  const before = labels();
  for (const [at, button, ms] of [
    [0, city, 2_000],
    [1, user, 2_000],
    [2, all, 3_000],
  ] as const) {
    stopClock();
    press(button);
    // The effect that starts the timer runs after the label was painted.
    await until(() => isCopied(at) && vi.getTimerCount() > 0);
    vi.advanceTimersByTime(ms - 1);
    await new Promise(requestAnimationFrame);
    expect(isCopied(at)).toBe(true);
    vi.advanceTimersByTime(1);
    await until(() => labels().join() === before.join());
    vi.useRealTimers();
  }
  await shows('Copy all');
  expect(copied).toEqual([
    'Galway',
    textOf('Nora Byrne'),
    `${textOf('Nora Byrne')}\n\n${textOf('Aoife Byrne')}`,
  ]);
});
