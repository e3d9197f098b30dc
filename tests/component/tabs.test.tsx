import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TabList } from '../../web/ui/tabs.tsx';

const NAMES = ['All', 'Sample Gold', 'Sample Silver', 'Sample Bronze', 'Untested'];

function Strip({ width, first = 'All' }: { width: number; first?: string }) {
  const [value, setValue] = useState(first);
  return (
    <div style={{ width, display: 'flex' }}>
      <TabList
        label="Lists"
        panelId="panel"
        tabs={NAMES.map((label) => ({ value: label, label, count: '40' }))}
        value={value}
        onChange={setValue}
      />
    </div>
  );
}

/** The width of the fade at the right end of an element. */
const FADE_PX = 32;

test('tabs fade at the end if more follow, and the chosen tab is fully visible', async () => {
  const screen = await render(<Strip width={320} />);
  const strip = screen.getByRole('tablist').element();
  const [end, last] = [strip, screen.getByRole('tab', { name: /^Untested/ }).element()].map(
    (element) => () => element.getBoundingClientRect().right,
  ) as [() => number, () => number];
  expect(last()).toBeGreaterThan(end());
  expect(getComputedStyle(strip).maskImage).toContain('gradient');
  await screen.getByRole('tab', { name: /^All/ }).click();
  await userEvent.keyboard('{End}');
  await expect.poll(last).toBeLessThanOrEqual(end() - FADE_PX + 1);
  // If all tabs fit, none of them fades.
  await screen.rerender(<Strip width={900} />);
  await expect.poll(last).toBeLessThanOrEqual(end() - FADE_PX + 1);
});

test('a strip that scrolled to its chosen tab does not take the first Tab of the page', async () => {
  const screen = await render(
    <>
      <button type="button">Skip to content</button>
      <Strip width={320} first="Untested" />
    </>,
  );
  const strip = screen.getByRole('tablist').element();
  await expect.poll(() => strip.scrollLeft).toBeGreaterThan(0);
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Skip to content' })).toHaveFocus();
});

test('a pressed tab has no focus ring, and a key press shows it', async () => {
  const screen = await render(<Strip width={900} />);
  const tab = (name: RegExp) => screen.getByRole('tab', { name });
  const ring = (name: RegExp) => () => getComputedStyle(tab(name).element()).outlineStyle;
  // A page that opens has the same state: a script has set the focus.
  (tab(/^All/).element() as HTMLElement).focus();
  await tab(/^Sample Gold/).click();
  await expect.element(tab(/^Sample Gold/)).toHaveFocus();
  expect(ring(/^Sample Gold/)()).toBe('none');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab(/^Sample Silver/)).toHaveFocus();
  await expect.element(tab(/^Sample Silver/)).toHaveAttribute('aria-selected', 'true');
  expect(ring(/^Sample Silver/)()).toBe('solid');
});
