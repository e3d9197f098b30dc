import { useEffect } from 'react';
import { describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ReloadBanner } from '../../web/features/shell/banners/banners.tsx';
import { importAgain, needsReload } from '../../web/ui/import-again.ts';
import { latePart } from '../../web/ui/late-part.tsx';

const Panel = ({ name }: { name: string }) => <p>Panel of {name}</p>;

test('a part whose code cannot be loaded leaves the page in place and appears when the browser is online again', async () => {
  let loads = 0;
  const Part = latePart(
    async () => {
      loads += 1;
      if (loads === 1) throw new Error('offline');
      return { Panel };
    },
    'Panel',
    ({ name }) => <p>Waiting for {name}</p>,
  );
  const page = await render(
    <>
      <h1>Page</h1>
      <Part name="Ada" />
    </>,
  );
  await expect.element(page.getByText('Waiting for Ada')).toBeVisible();
  await expect.poll(() => loads).toBe(1);
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'));
      return page.container.textContent;
    })
    .toBe('PagePanel of Ada');
  expect(loads).toBe(2);
});

/** Effects run in the order of the elements, so this one runs after those of earlier elements. */
function AfterEffects({ run }: { run: () => void }) {
  useEffect(run, [run]);
  return null;
}

test('code is requested after the task whose render needs it', async () => {
  let loads = 0;
  const Part = latePart(async () => {
    loads += 1;
    return { Panel };
  }, 'Panel');
  const loadsInEffects: number[] = [];
  const note = () => void loadsInEffects.push(loads);
  const page = await render(
    <>
      <Part name="Ada" />
      <AfterEffects run={note} />
    </>,
  );
  await expect.element(page.getByText('Panel of Ada')).toBeVisible();
  expect(loadsInEffects).toEqual([0]);
  expect(loads).toBe(1);
});

let times: number[] = [];
const noteTime = () => void times.push(performance.now());

function Noted({ children }: { children: string }) {
  useEffect(noteTime, []);
  return <p>{children}</p>;
}
const Waiting = () => <Noted>Waiting</Noted>;
const Ready = () => <Noted>Ready</Noted>;

describe('a part whose code is already loaded', () => {
  // React replaces a fallback of Suspense after at least 300 ms.
  test('replaces its placeholder at once', async () => {
    const waits: number[] = [];
    while (waits.length < 10 && !waits.some((wait) => wait < 300)) {
      times = [];
      const Part = latePart(async () => ({ Ready }), 'Ready', Waiting);
      const page = await render(<Part />);
      await expect.element(page.getByText('Ready')).toBeVisible();
      const [waitingAt = 0, readyAt = Number.NaN] = times;
      waits.push(readyAt - waitingAt);
      await page.unmount();
    }
    // The fastest of ten runs, because the machine may be busy.
    expect(Math.min(...waits)).toBeLessThan(300);
  });

  test('is there with the first render if it was preloaded', async () => {
    const Part = latePart(async () => ({ Panel }), 'Panel', Waiting);
    await Part.load();
    const shown: string[] = [];
    const page = await render(
      <div ref={(element) => void (element && shown.push(element.textContent ?? ''))}>
        <Part name="Ada" />
      </div>,
    );
    await expect.element(page.getByText('Panel of Ada')).toBeVisible();
    expect(shown).toEqual(['Panel of Ada']);
  });
});

test('a part does not wait for another part of its page that cannot be loaded', async () => {
  const Part = latePart(async () => ({ Panel }), 'Panel');
  const Missing = latePart(() => new Promise<{ Panel: typeof Panel }>(() => {}), 'Panel');
  const page = await render(
    <>
      <h1>Page</h1>
      <Missing name="Bob" />
    </>,
  );
  await page.rerender(
    <>
      <h1>Page</h1>
      <Missing name="Bob" />
      <Part name="Ada" />
    </>,
  );
  await expect.element(page.getByText('Panel of Ada')).toBeVisible();
  await expect.element(page.getByText('Page')).toBeVisible();
});

describe.each([
  ['Firefox', 'error loading dynamically imported module'],
  ['Chromium', 'Failed to fetch dynamically imported module'],
])('a module whose failure %s remembers', (_browser, message) => {
  const address = new URL('../../shared/numbers.ts', import.meta.url).href;
  const failing = (at: string) => () =>
    Promise.reject<Record<string, unknown>>(new TypeError(`${message}: ${at}`));

  test('is loaded under another address, as one module for all callers', async () => {
    const first = await importAgain(failing(address));
    expect(Object.keys(first)).toEqual(Object.keys(await import('../../shared/numbers.ts')));
    expect(await importAgain(failing(address))).toBe(first);
  });

  test('requires a reload if the server has the module but a module that it imports has failed', async () => {
    const unreachable = 'http://127.0.0.1:9/module.js';
    await expect(importAgain(failing(unreachable))).rejects.toThrow(message);
    expect(needsReload.get()).toBe(false);
    // An HTML page, which is not a module.
    let isLoaded = false;
    const start = () => (isLoaded ? Promise.resolve({}) : failing(location.href)());
    await expect(importAgain(start)).rejects.toThrow(message);
    expect(needsReload.get()).toBe(true);
    const page = await render(<ReloadBanner />);
    await expect.element(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
    isLoaded = true;
    await importAgain(async () => ({}));
    expect(needsReload.get()).toBe(true);
    await importAgain(start);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  test('fails as before while it cannot be loaded, and is tried again', async () => {
    const module = {};
    let isLoaded = false;
    const missing = failing(`${location.origin}/no-such-module.js`);
    const start = () => (isLoaded ? Promise.resolve(module) : missing());
    for (const _ of [1, 2]) await expect(importAgain(start)).rejects.toThrow(message);
    const other = () => Promise.reject(new TypeError(message));
    await expect(importAgain(other)).rejects.toThrow(message);
    isLoaded = true;
    expect(await importAgain(start)).toBe(module);
    expect(needsReload.get()).toBe(false);
  });
});
