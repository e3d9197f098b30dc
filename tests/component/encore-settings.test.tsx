import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import { EncoreWorld, summary } from './encore-world.ts';

const ONE = '/encore-tool?events=E1';
const GENERATE = 'Generate CSV Bot Configuration';
let world: EncoreWorld;
beforeEach(() => {
  world = new EncoreWorld();
});
const button = (name: string | RegExp) => page.getByRole('button', { name });
const stored = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('encore-tool-cache'))
    .sort();
const keep = (name: string, ageMs: number) =>
  localStorage.setItem(
    `encore-tool-cache-${name}`,
    JSON.stringify({ timestamp: Date.now() - ageMs, filler: 'x'.repeat(100_000) }),
  );

test('a full storage drops the oldest half of the caches, then saves', async () => {
  await world.open(ONE);
  for (let at = 0; at < 6; at++) keep(`${at}@1`, at * 1_000);
  const { setItem } = Storage.prototype;
  let left = 1;
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
    this: Storage,
    key,
    value,
  ) {
    if (key.startsWith('encore-tool-cache') && left-- > 0)
      throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  await page.getByRole('article').getByLabelText('Section', { exact: true }).fill('Floor');
  const numbered = () => stored().filter((key) => /^encore-tool-cache-\d@1$/.test(key));
  await expect.poll(numbered).toEqual([0, 1, 2].map((at) => `encore-tool-cache-${at}@1`));
  spy.mockRestore();
});

test('making a large file shows its progress and can be cancelled', async () => {
  world.events.splice(
    0,
    2,
    ...Array.from({ length: 100 }, (_, at) =>
      ticketingEvent({ id: `E${at}`, eventLink: `https://tickets.example/E${at}` }),
    ),
  );
  await world.open();
  await page.getByText('Manual accounts list').click();
  const accounts = Array.from({ length: 5_000 }, (_, at) => `many${at}@x.test`);
  // The text is set at once, as by pasting. Typing would cause a layout for each line.
  const box = page.getByRole('textbox', { name: 'Accounts', exact: true }).element();
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  set?.call(box, accounts.join('\n'));
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  await expect.poll(() => summary('Total rows')).toBe('500,000');
  // A file that accepts its chunks slowly, like a slow disk.
  class SlowWorker extends Worker {
    override set onmessage(listener: (event: MessageEvent) => void) {
      super.onmessage = (event) => {
        if (event.data.kind === 'progress') listener(event);
      };
    }
  }
  vi.stubGlobal('showSaveFilePicker', undefined);
  vi.stubGlobal('Worker', SlowWorker);
  await button(GENERATE).click();
  const progress = page.getByRole('progressbar', { name: 'Rows written' });
  await expect.element(progress).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(progress).not.toBeInTheDocument();
});

const PRESETS = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `https://webhooks.example/cart-${at}`);

/** The lines of the file that Generate makes. */
async function generate(): Promise<string[]> {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const blobs: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:x';
  });
  vi.stubGlobal('showSaveFilePicker', undefined);
  await button(GENERATE).click();
  await expect.poll(() => blobs.length).toBe(1);
  saved.mockRestore();
  made.mockRestore();
  return ((await blobs[0]?.text()) ?? '').split('\r\n');
}

test('an untouched list of webhooks has all presets, on the screen and in the file', async () => {
  world.answers['GET /encore/webhook-presets'] = () => ({ success: true, presets: PRESETS });
  await world.open(ONE);
  await page.getByRole('checkbox', { name: 'Encore Elite', exact: false }).click();
  await expect
    .poll(() => page.getByRole('checkbox', { name: /^Preset \d/, checked: true }).elements())
    .toHaveLength(8);
  await expect.poll(() => summary('Total rows')).toBe('12');
  const [, first] = await generate();
  expect(first?.endsWith(`,${PRESETS.join(';')}`)).toBe(true);
});

test('all presets are added again; custom fields and webhooks are removed again', async () => {
  world.answers['GET /encore/webhook-presets'] = () => ({ success: true, presets: PRESETS });
  await world.open(ONE);
  await page.getByRole('checkbox', { name: 'Encore Elite', exact: false }).click();
  const aside = page.getByRole('complementary', { name: 'Configuration' });
  const preset = (at: number) =>
    aside.getByRole('checkbox', { name: new RegExp(`^Preset ${at} `) });
  const added = async (box: string, value: string) => {
    await aside.getByRole('textbox', { name: box, exact: true }).fill(value);
    await userEvent.keyboard('{Enter}');
    await expect.element(aside.getByRole('button', { name: `Remove ${value}` })).toBeVisible();
  };
  await added('Custom field', 'Proxy Group');
  await expect
    .poll(() => aside.getByRole('list', { name: 'Custom fields' }).query()?.textContent)
    .toContain('ProxyGroup');
  await added('Cart webhook', 'https://hooks.example/own');
  await preset(1).click();
  await expect.element(preset(1)).not.toBeChecked();
  await aside.getByRole('button', { name: 'Add all presets' }).click();
  const checked = () =>
    aside.getByRole('checkbox', { name: /^Preset \d/, checked: true }).elements().length;
  await expect.poll(checked).toBe(8);
  await aside.getByRole('button', { name: 'Remove Proxy Group' }).click();
  await aside.getByRole('button', { name: 'Remove https://hooks.example/own' }).click();
  for (const at of [1, 2, 3, 4, 5, 6, 7]) await preset(at).click();
  await expect.poll(checked).toBe(1);
  await expect.poll(() => summary('Total rows')).toBe('12');
  const lines = await generate();
  expect(lines[0]).toMatch(/,Auto Payment,Cart Webhooks$/);
  expect(lines[1]).toMatch(/,https:\/\/webhooks\.example\/cart-8$/);
});
