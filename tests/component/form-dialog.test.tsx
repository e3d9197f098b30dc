import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FormDialog } from '../../web/kit/form/form-dialog.tsx';
import { ApiError } from '../../web/lib/api-error.ts';
import { Toaster } from '../../web/ui/toast.tsx';
import { Fields, type MailboxFormProps, useMailboxForm } from './mailbox-form.tsx';

function MailboxDialog({ submit, onClose }: MailboxFormProps & { onClose: () => void }) {
  const form = useMailboxForm({ submit, onDone: onClose });
  return (
    <FormDialog form={form} title="Add mailbox" submitLabel="Save" onClose={onClose}>
      <Fields form={form} />
      <div style={{ height: 1200 }}>A long form</div>
    </FormDialog>
  );
}
function PageWithDialog({ submit }: MailboxFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setIsOpen(true)}>
        Add
      </button>
      {isOpen ? <MailboxDialog submit={submit} onClose={() => setIsOpen(false)} /> : null}
      <Toaster />
    </main>
  );
}

describe('a form in a dialog', () => {
  test('starts with fresh values each time, and returns the focus', async () => {
    const screen = await render(<PageWithDialog />);
    const opener = screen.getByRole('button', { name: 'Add' });
    await opener.click();
    await screen.getByLabelText('Email').fill('someone@example.com');
    await userEvent.keyboard('{Escape}');
    await expect.element(opener).toHaveFocus();
    await opener.click();
    await expect.element(screen.getByLabelText('Email')).toHaveValue('');
  });

  test('keeps its buttons in view whatever its height', async () => {
    const screen = await render(<PageWithDialog />);
    await screen.getByRole('button', { name: 'Add' }).click();
    const save = screen.getByRole('button', { name: 'Save' });
    await expect.element(save).toBeInViewport({ ratio: 1 });
    screen.getByText('A long form').element().scrollIntoView({ block: 'end' });
    await expect.element(save).toBeInViewport({ ratio: 1 });
  });

  test('reports a failed save in a toast after it was closed', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const screen = await render(<PageWithDialog submit={() => promise} />);
    await screen.getByRole('button', { name: 'Add' }).click();
    await screen.getByLabelText('Email').fill('someone@example.com');
    await userEvent.keyboard('{Enter}');
    await screen.getByRole('button', { name: 'Cancel' }).click();
    reject(new ApiError('network', 'away'));
    await expect
      .element(screen.getByText('Failed to save account. Please try again.'))
      .toBeVisible();
  });
});
