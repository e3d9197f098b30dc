import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Desk } from './desk.ts';

/** Category of 12 tested and 3 untested accounts that the tests of the generator share. */
export const ELITE = 'Encore Elite';
/** Category of 5 tested accounts. */
export const STEADY = 'Encore Steady';

/** Adds both categories to the product; a second call changes nothing. */
export async function addCategories(desk: Desk): Promise<void> {
  await desk.addCategory('standard', ELITE, 'elite', 12, 3);
  await desk.addCategory('standard', STEADY, 'steady', 5);
}

export const addressOf = (events: readonly { id: string }[]): string =>
  `/encore-tool?events=${events.map(({ id }) => id).join(',')}`;

export const category = (page: Page, name: string) => page.getByRole('checkbox', { name });

/** A figure of the export summary. */
export const summary = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Export Summary' }).getByText(label).locator('..').locator('dd');

/** Generates the file and reads it. */
export async function generate(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Generate CSV Bot Configuration' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.split('\r\n') };
}

/**
 * Enters a long text at once, as pasting does; typed text would cost the browser a layout per line.
 */
export async function pasteInto(box: Locator, text: string): Promise<void> {
  await box.evaluate((element, pasted) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(element, pasted);
    element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }, text);
}
