import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark theme differs only in its colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** WCAG 2.2 A and AA with axe's best practices, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  let axeSource: string | undefined;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const axe = new AxeBuilder({ page, axeSource })
      // The product has no frames, so axe needs no second page to combine their results.
      .setLegacyMode()
      // None of these rules needs style sheets.
      .options({ resultTypes: ['violations'], preload: false });
    if (colorScheme === 'light') axe.withTags(RULES);
    else axe.withRules(COLOUR_RULES);
    const { violations } = await axe.analyze();
    // Half a megabyte of script, which stays in the page from now on.
    axeSource = 'void 0';
    const found = violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }));
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
}
