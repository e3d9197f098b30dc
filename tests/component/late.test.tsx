import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { late } from '../../web/ui/late.tsx';

const Panel = ({ name }: { name: string }) => <p>Panel of {name}</p>;

test('a part whose code cannot be loaded leaves the page in place and appears when the browser is online again', async () => {
  let loads = 0;
  const Part = late(
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

/** Effects run in the order of the elements: this one after those of the elements before it. */
function AfterEffects({ run }: { run: () => void }) {
  useEffect(run, [run]);
  return null;
}

test('code is requested after the task of the render that needs it', async () => {
  let loads = 0;
  const Part = late(async () => {
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

test('a part whose code was loaded ahead is there with the first render', async () => {
  const Part = late(
    async () => ({ Panel }),
    'Panel',
    () => <p>Waiting</p>,
  );
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
