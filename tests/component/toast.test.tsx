import { afterEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Button } from '../../web/ui/button.tsx';
import { Toaster, type ToastHandle, toast } from '../../web/ui/toast.tsx';

let shown: ToastHandle[] = [];
const show = (...content: Parameters<typeof toast>) => {
  const handle = toast(...content);
  shown.push(handle);
  return handle;
};
afterEach(() => {
  for (const handle of shown) handle.close();
  shown = [];
});

const boxOf = (text: string): DOMRect => {
  const found = [...document.querySelectorAll('li')].find((item) =>
    item.textContent.includes(text),
  );
  if (!found) throw new Error(`There is no toast with "${text}".`);
  return found.getBoundingClientRect();
};

describe('a toast', () => {
  test('is in the lower right corner of an empty page', async () => {
    const screen = await render(<Toaster />);
    show({ title: 'CSV generated' });
    await expect.element(screen.getByText('CSV generated')).toBeVisible();
    await expect.poll(() => Math.round(boxOf('CSV generated').bottom)).toBe(innerHeight - 16);
  });

  test('never covers the main action or the block around it', async () => {
    const screen = await render(
      <main>
        <div data-keep-clear="" style={{ position: 'fixed', right: 0, bottom: 0, width: 340 }}>
          <p style={{ height: 90 }}>640 rows for 3 events</p>
          <Button variant="primary">Generate CSV</Button>
          <p>Floor needs a section.</p>
        </div>
        <Toaster />
      </main>,
    );
    show({ title: 'CSV generated', text: '640 rows' });
    await expect.element(screen.getByText('CSV generated')).toBeVisible();
    const top = () =>
      screen.getByText('640 rows for 3 events').element().getBoundingClientRect().top;
    await expect.poll(() => boxOf('CSV generated').bottom < top()).toBe(true);
  });

  test('moves when an action appears below it', async () => {
    const withAction = (isThere: boolean) => (
      <main>
        {isThere ? (
          <div style={{ position: 'fixed', right: 40, bottom: 20 }}>
            <Button variant="primary">Save</Button>
          </div>
        ) : null}
        <Toaster />
      </main>
    );
    const screen = await render(withAction(false));
    show({ title: 'Account added' });
    await expect.element(screen.getByText('Account added')).toBeVisible();
    await screen.rerender(withAction(true));
    const save = screen.getByRole('button', { name: 'Save' }).element();
    await expect
      .poll(() => boxOf('Account added').bottom < save.getBoundingClientRect().top)
      .toBe(true);
  });

  test('of a failure replaces earlier successes, but not those with Undo', async () => {
    const screen = await render(<Toaster />);
    show({ title: 'CSV generated' });
    show({ title: 'Cache cleared', action: { label: 'Undo', run: () => undefined } });
    await expect.element(screen.getByText('CSV generated')).toBeVisible();
    show({ title: 'The CSV could not be generated.', tone: 'danger' });
    await expect.element(screen.getByText('The CSV could not be generated.')).toBeVisible();
    await expect.element(screen.getByText('CSV generated')).not.toBeInTheDocument();
    await expect.element(screen.getByText('Cache cleared')).toBeVisible();
  });

  test('does not return after it was closed when its content changes', async () => {
    const screen = await render(<Toaster />);
    const handle = show({ title: 'Exporting', tone: 'busy' });
    await screen.getByRole('button', { name: 'Dismiss' }).click();
    handle.change({ title: 'Exported' });
    await expect.element(screen.getByText('Exporting')).not.toBeInTheDocument();
    expect(screen.getByText('Exported').query()).toBeNull();
  });
});
