import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../../web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../web/ui/dialog.tsx';
import { IconButton } from '../../web/ui/icon-button.tsx';
import { LAYER_ROOT_ID } from '../../web/ui/layer-root.ts';
import { Menu, MenuItem, MenuRadio } from '../../web/ui/menu.tsx';
import { MultiSelect } from '../../web/ui/multi-select.tsx';
import { Popover } from '../../web/ui/popover.tsx';
import { SidePanel } from '../../web/ui/side-panel.tsx';
import { Tooltip } from '../../web/ui/tooltip.tsx';

function Opener({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState<'dialog' | 'question' | null>(null);
  const close = (isOpen: boolean) => !isOpen && setOpen(null);
  return (
    <main>
      <Button onClick={() => setOpen('dialog')}>Shortcuts</Button>
      <Menu trigger={<Button>Actions</Button>}>
        <MenuItem onSelect={() => setOpen('question')}>Delete</MenuItem>
      </Menu>
      <Dialog open={open === 'dialog'} onOpenChange={close} title="Keyboard shortcuts">
        <input aria-label="First" />
        <input aria-label="Second" data-focus-first="" />
      </Dialog>
      <ConfirmDialog
        open={open === 'question'}
        onOpenChange={close}
        title="Delete 12 mailboxes?"
        confirmLabel="Delete 12 mailboxes"
        cancelLabel="Keep mailboxes"
        onConfirm={onConfirm}
      >
        Their passwords are lost.
      </ConfirmDialog>
      <div id={LAYER_ROOT_ID} className="contents" />
    </main>
  );
}

describe('a dialog', () => {
  test('starts at its marked control, closes on Escape and returns the focus', async () => {
    const screen = await render(<Opener onConfirm={() => undefined} />);
    const opener = screen.getByRole('button', { name: 'Shortcuts' });
    await opener.click();
    await expect.element(screen.getByLabelText('Second')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  test('keeps the focus inside', async () => {
    const screen = await render(<Opener onConfirm={() => undefined} />);
    await screen.getByRole('button', { name: 'Shortcuts' }).click();
    await expect.element(screen.getByLabelText('Second')).toHaveFocus();
    await userEvent.tab();
    await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.tab();
    await expect.element(screen.getByLabelText('First')).toHaveFocus();
  });

  test('closes on a press beside it', async () => {
    const screen = await render(<Opener onConfirm={() => undefined} />);
    await screen.getByRole('button', { name: 'Shortcuts' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a question', () => {
  test('that a menu opened starts at the safe choice and returns the focus to the menu', async () => {
    const onConfirm = vi.fn();
    const screen = await render(<Opener onConfirm={onConfirm} />);
    await screen.getByRole('button', { name: 'Actions' }).click();
    await screen.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.element(screen.getByRole('button', { name: 'Keep mailboxes' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(onConfirm).not.toHaveBeenCalled();
    await expect.element(screen.getByRole('button', { name: 'Actions' })).toHaveFocus();
  });

  test('stays open after the confirmation, so that a failure can be shown', async () => {
    const onConfirm = vi.fn();
    const screen = await render(<Opener onConfirm={onConfirm} />);
    await screen.getByRole('button', { name: 'Actions' }).click();
    await screen.getByRole('menuitem', { name: 'Delete' }).click();
    await screen.getByRole('button', { name: 'Delete 12 mailboxes' }).click();
    await expect.poll(() => onConfirm.mock.calls.length).toBe(1);
    await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  });
});

describe('a menu', () => {
  const themes = [
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
  ] as const;

  test('opens by keyboard, moves by arrows and closes with the choice', async () => {
    const onSelect = vi.fn();
    const screen = await render(
      <Menu trigger={<Button>Actions</Button>}>
        <MenuItem onSelect={() => undefined}>Rename</MenuItem>
        <MenuItem onSelect={onSelect}>Export</MenuItem>
      </Menu>,
    );
    const trigger = screen.getByRole('button', { name: 'Actions' });
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
    const element = trigger.element();
    if (element instanceof HTMLElement) element.focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('menu')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('menuitem', { name: 'Export' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onSelect.mock.calls.length).toBe(1);
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Actions' })).toHaveFocus();
  });

  test('stays open while one of its choices is made', async () => {
    const onChange = vi.fn();
    const screen = await render(
      <Menu trigger={<Button>Theme</Button>}>
        <MenuRadio label="Theme" value="light" onChange={onChange} choices={themes} />
      </Menu>,
    );
    await screen.getByRole('button', { name: 'Theme' }).click();
    await screen.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => onChange.mock.calls).toEqual([['dark']]);
    await expect.element(screen.getByRole('menu')).toBeVisible();
  });
});

test('a popover opens by its trigger, and Escape returns the focus', async () => {
  const screen = await render(
    <Popover label="Dates" trigger={<Button>Dates</Button>}>
      <input aria-label="From" />
    </Popover>,
  );
  await screen.getByRole('button', { name: 'Dates' }).click();
  await expect.element(screen.getByLabelText('From')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Dates' })).toHaveFocus();
});

test('a list of choices is filtered by typing, and selects all or none', async () => {
  const onChange = vi.fn();
  const countries = [
    { value: 'DE', label: 'Germany' },
    { value: 'FR', label: 'France' },
  ];
  const screen = await render(
    <MultiSelect label="Country" options={countries} selected={['DE']} onChange={onChange} />,
  );
  await screen
    .getByRole('button', { name: /^Country/ })
    .first()
    .click();
  await screen.getByPlaceholder('Filter').fill('fra');
  await expect.element(screen.getByRole('option', { name: 'Germany' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onChange.mock.lastCall).toEqual([['DE', 'FR']]);
  await screen.getByRole('button', { name: 'Select All' }).click();
  await expect.poll(() => onChange.mock.lastCall).toEqual([['DE', 'FR']]);
  await screen.getByRole('button', { name: 'Clear All' }).click();
  await expect.poll(() => onChange.mock.lastCall).toEqual([[]]);
});

describe('a tooltip', () => {
  test('opens on keyboard focus and closes on Escape', async () => {
    const screen = await render(
      <Tooltip label="Refreshes the list">
        <Button>Refresh</Button>
      </Tooltip>,
    );
    await userEvent.tab();
    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Refreshes the list');
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument();
  });

  test('stays inside the window', async () => {
    const screen = await render(
      <div style={{ position: 'fixed', top: 0, right: 0 }}>
        <Tooltip label="A rather long explanation of a button in the corner">
          <Button>Corner</Button>
        </Tooltip>
      </div>,
    );
    await userEvent.tab();
    const tooltip = screen.getByRole('tooltip');
    await expect.element(tooltip).toBeInViewport({ ratio: 1 });
  });

  const pair = () =>
    render(
      <>
        <IconButton label="Refresh" icon={<X />} />
        <IconButton label="Export" icon={<X />} />
      </>,
    );

  /**
   * Timers run only when a test moves the clock, which continues from the time that the page shows
   * and never goes back.
   */
  const stopTimers = () => {
    const passed = performance.now();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.advanceTimersByTime(passed);
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    [
      'a dialog',
      (close: () => void, children: ReactNode) => (
        <Dialog open onOpenChange={close} title="Around">
          {children}
        </Dialog>
      ),
    ],
    [
      'a panel',
      (close: () => void, children: ReactNode) => (
        <SidePanel title="Around" onClose={close}>
          {children}
        </SidePanel>
      ),
    ],
    [
      'a region with keys of its own',
      (close: () => void, children: ReactNode) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: stands in for a grid.
        <div
          onKeyDown={({ key, defaultPrevented }) =>
            key === 'Escape' && !defaultPrevented && close()
          }
        >
          {children}
        </div>
      ),
    ],
  ])('closes by the same Escape as %s around it', async (_, around) => {
    const close = vi.fn();
    const button = <IconButton label="Refresh" icon={<X />} />;
    const screen = await render(
      <>
        {around(close, button)}
        <div id={LAYER_ROOT_ID} className="contents" />
      </>,
    );
    const control = screen.getByRole('button', { name: 'Refresh' });
    await expect.element(control).toBeVisible();
    while (document.activeElement !== control.element()) await userEvent.tab();
    await expect.element(screen.getByRole('tooltip')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => close).toHaveBeenCalledOnce();
    await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument();
  });

  test('opens after 400 ms of hover, at once on the next control, and a press closes it', async () => {
    stopTimers();
    const screen = await pair();
    const tooltip = screen.getByRole('tooltip');
    // The tooltip of an earlier test has just closed.
    vi.advanceTimersByTime(350);
    await screen.getByRole('button', { name: 'Refresh' }).hover();
    vi.advanceTimersByTime(399);
    expect(tooltip.query()).toBe(null);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await expect.element(tooltip).toHaveTextContent('Refresh');
    await screen.getByRole('button', { name: 'Export' }).hover();
    await expect.element(tooltip).toHaveTextContent('Export');
    // Screen readers do not read the name a second time as a description.
    await expect
      .element(screen.getByRole('button', { name: 'Export' }))
      .toHaveAccessibleDescription('');
    await screen.getByRole('button', { name: 'Export' }).click();
    await expect.element(tooltip).not.toBeInTheDocument();
  });

  test('stays while the pointer rests on it, and closes when the pointer leaves the window', async () => {
    const screen = await pair();
    const tooltip = screen.getByRole('tooltip');
    await screen.getByRole('button', { name: 'Refresh' }).hover();
    await expect.element(tooltip).toBeVisible();
    stopTimers();
    await tooltip.hover();
    vi.advanceTimersByTime(150);
    vi.useRealTimers();
    await expect.element(tooltip).toBeVisible();
    await userEvent.unhover(tooltip);
    await expect.element(tooltip).not.toBeInTheDocument();
  });

  test('does not open by touch, unless it is a card', async () => {
    const screen = await render(
      <>
        <IconButton label="Refresh" icon={<X />} />
        <Tooltip isCard label="How it is counted">
          <Button>Score</Button>
        </Tooltip>
      </>,
    );
    const tap = (name: string) => {
      const button = screen.getByRole('button', { name }).element();
      for (const type of ['pointerover', 'pointerdown', 'pointerup', 'pointerout'])
        button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }));
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    };
    stopTimers();
    tap('Refresh');
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
    expect(screen.getByRole('tooltip').query()).toBe(null);
    tap('Score');
    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('How it is counted');
  });
});
