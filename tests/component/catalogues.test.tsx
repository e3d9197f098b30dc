import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATALOGUE_COUNTRIES, type Catalogue } from '../../shared/catalogues/schema.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const OFF = {
  state: 'off',
  events: 0,
  changes: 0,
  read_at: null,
  next_at: null,
  reason: null,
} as const;
const READ = new Date(Date.now() - 3_600_000).toISOString();
const LATER = new Date(Date.now() + 3_600_000).toISOString();

const STATES: Partial<Record<Catalogue['country'], Partial<Catalogue>>> = {
  DE: { state: 'ok', events: 18_000, changes: 180, read_at: READ, next_at: LATER },
  FR: {
    state: 'failing',
    events: 12_000,
    changes: 97,
    read_at: READ,
    next_at: LATER,
    reason: 'The file ends early. Nothing was changed.',
  },
  US: { state: 'waiting', reason: 'The first reading starts within a minute.' },
};

/** Settings with catalogues that stubbed calls turn on and off. */
async function open(states = STATES) {
  const chosen: [string, boolean][] = [];
  const read: string[] = [];
  const listed = new Map<string, Catalogue>(
    CATALOGUE_COUNTRIES.map((country) => [country, { country, ...OFF, ...states[country] }]),
  );
  await openProduct('/settings?section=catalogues', {
    ...emptyDesk(),
    'GET /catalogues': () => ({ success: true, data: [...listed.values()] }),
    ...Object.fromEntries(
      CATALOGUE_COUNTRIES.flatMap((country) => [
        [
          `PUT /catalogues/${country}`,
          ({ body }: Call) => {
            const { is_on: isOn } = body as { is_on: boolean };
            chosen.push([country, isOn]);
            listed.set(country, { country, ...OFF, ...(isOn && { state: 'waiting' as const }) });
            return { success: true, message: 'Catalogue changed' };
          },
        ],
        [
          `POST /catalogues/${country}/read`,
          () => {
            read.push(country);
            return { success: true, message: 'The catalogue will be read' };
          },
        ],
      ]),
    ),
  });
  await expect.element(page.getByRole('table', { name: 'Catalogues' })).toBeVisible();
  return { chosen, read };
}

const names = () =>
  page
    .getByRole('table', { name: 'Catalogues' })
    .getByRole('switch')
    .elements()
    .map((one) => one.closest('label')?.textContent);
const shown = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();

test('shows the countries that are on first, with size, age and the reason of a failure', async () => {
  await open();
  expect(names().slice(0, 4)).toEqual(['France', 'Germany', 'United States', 'Australia']);
  await shown('18,000');
  await shown('Up to date');
  await shown('Failing');
  await expect
    .element(page.getByText(/The file ends early\. Nothing was changed\. Next try:/))
    .toBeVisible();
  await shown('The first reading starts within a minute.');
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  await expect.element(page.getByRole('switch', { name: 'Germany' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Catalogues' }).element();
  await expect.poll(() => table.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});

test('a country is turned on at once, and turned off after a confirmation', async () => {
  const { chosen } = await open();
  await page.getByRole('switch', { name: 'Ireland' }).click();
  await expect.poll(() => chosen).toEqual([['IE', true]]);
  await expect.element(page.getByRole('switch', { name: 'Ireland' })).toBeChecked();
  await page.getByRole('switch', { name: 'Germany' }).click();
  await shown(/^Its 18,000 events leave the list of sales\./);
  await page.getByRole('button', { name: 'Keep reading' }).click();
  expect(chosen).toHaveLength(1);
  await page.getByRole('switch', { name: 'Germany' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect.poll(() => chosen.at(-1)).toEqual(['DE', false]);
  await expect.element(page.getByRole('switch', { name: 'Germany' })).not.toBeChecked();
});

test('a read country can be read again; a waiting or disabled one cannot', async () => {
  const { read } = await open();
  await page.getByRole('button', { name: 'Read France again' }).click();
  await expect.poll(() => read).toEqual(['FR']);
  const names = page.getByRole('button', { name: /^Read .* again$/ }).elements();
  expect(names.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Read France again',
    'Read Germany again',
  ]);
});

test('a failed change is shown, and the list stays as it is', async () => {
  await openProduct('/settings?section=catalogues', {
    ...emptyDesk(),
    'GET /catalogues': () => ({
      success: true,
      data: CATALOGUE_COUNTRIES.map((country) => ({ country, ...OFF })),
    }),
    'PUT /catalogues/IE': () => Response.json({ success: false, message: 'No.' }, { status: 500 }),
  });
  await page.getByRole('switch', { name: 'Ireland' }).click();
  await expect.element(page.getByText(/Failed to change the catalogues/).first()).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Ireland' })).not.toBeChecked();
});
