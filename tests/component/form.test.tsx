import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import * as z from 'zod/mini';
import { DateInput } from '../../web/kit/date-input.tsx';
import { Form, FormField, FormSubmit } from '../../web/kit/form/form.tsx';
import { useForm } from '../../web/kit/form/use-form.ts';
import { ApiError } from '../../web/lib/api-error.ts';
import { Input, Select, Textarea } from '../../web/ui/input.tsx';
import { Toaster } from '../../web/ui/toast.tsx';
import { failure, MailboxForm } from './mailbox-form.tsx';

const describedBy = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

function NoteForm({ submit }: { submit: (note: { text: string }) => void }) {
  const form = useForm(z.object({ text: z.string() }), { initial: { text: '' }, submit, failure });
  return (
    <Form form={form}>
      <FormField form={form} name="text" label="Note">
        {(control) => <Textarea {...control} />}
      </FormField>
    </Form>
  );
}

function AddForm({ submit }: { submit: () => unknown }) {
  const form = useForm(z.object({ text: z.string() }), {
    initial: { text: '' },
    submit,
    done: 'Note added',
    failure,
  });
  return (
    <>
      <Form form={form}>
        <FormField form={form} name="text" label="Note">
          {(control) => <Textarea {...control} />}
        </FormField>
        <FormSubmit form={form}>Save</FormSubmit>
      </Form>
      <p role="alert">{form.failure}</p>
      <Toaster />
    </>
  );
}

test('a success message disappears when the next submit is refused', async () => {
  const submit = vi
    .fn()
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new ApiError('server', 'This note is there already.'));
  const screen = await render(<AddForm submit={submit} />);
  const save = screen.getByRole('button', { name: 'Save' });
  await save.click();
  const added = screen.getByText('Note added');
  await expect.element(added).toBeVisible();
  await save.click();
  await expect.element(screen.getByText(/This note is there already/)).toBeVisible();
  await expect.element(added).not.toBeInTheDocument();
});

test('a text of several lines is submitted by Ctrl Enter, and Enter starts a new line', async () => {
  const submit = vi.fn();
  const screen = await render(<NoteForm submit={submit} />);
  await screen.getByLabelText('Note').click();
  await userEvent.keyboard('one{Enter}two');
  expect(submit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => submit.mock.calls.map(([note]) => note)).toEqual([{ text: 'one\ntwo' }]);
});

describe('a field', () => {
  test('shows no message during the first typing, and its message on blur', async () => {
    const screen = await render(<MailboxForm />);
    const email = screen.getByLabelText('Email');
    await email.fill('nobody');
    await expect.element(email).not.toHaveAttribute('aria-invalid');
    await userEvent.tab();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    await expect.poll(() => describedBy(email.element())).toBe('Enter an email address.');
  });

  test('shows no message when it is left untouched', async () => {
    const screen = await render(<MailboxForm />);
    await screen.getByLabelText('Email').click();
    await userEvent.tab();
    await expect.element(screen.getByLabelText('Port')).toHaveFocus();
    await expect.element(screen.getByText('Enter an email address.')).not.toBeInTheDocument();
  });

  test('that failed is checked on each change, until it is right', async () => {
    const screen = await render(<MailboxForm />);
    const email = screen.getByLabelText('Email');
    await email.fill('nobody');
    await userEvent.tab();
    const message = screen.getByText('Enter an email address.');
    await expect.element(message).toBeVisible();
    await email.fill('nobody@');
    await expect.element(message).toBeVisible();
    await email.fill('nobody@example.com');
    await expect.element(message).not.toBeInTheDocument();
    await email.fill('nobody@');
    await expect.element(message).not.toBeInTheDocument();
  });

  test('shows no message while the operator moves to a button, because the button would move', async () => {
    const submit = vi.fn();
    const screen = await render(<MailboxForm submit={submit} />);
    await screen.getByLabelText('Email').fill('nobody');
    const button = screen.getByRole('button', { name: 'Save' }).element();
    if (button instanceof HTMLElement) button.focus();
    await expect.element(screen.getByText('Enter an email address.')).not.toBeInTheDocument();
  });
});

describe('a submit', () => {
  test("passes on the schema's output, not the typed text", async () => {
    const submit = vi.fn();
    const screen = await render(<MailboxForm submit={submit} />);
    await screen.getByLabelText('Port').fill('none');
    await screen.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByLabelText('Email')).toHaveFocus();
    await expect.element(screen.getByLabelText('Port')).toHaveAttribute('aria-invalid', 'true');
    expect(submit).not.toHaveBeenCalled();
  });

  test("gives the schema's output, not what was typed", async () => {
    const submit = vi.fn();
    const screen = await render(<MailboxForm submit={submit} />);
    await screen.getByLabelText('Email').fill(' someone@example.com ');
    await userEvent.keyboard('{Enter}');
    const output = { user: 'someone@example.com', port: 993 };
    await expect.poll(() => submit.mock.calls.map(([first]) => first)).toEqual([output]);
  });

  test('is busy until it ends, and ignores a second press', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const submit = vi.fn(() => promise);
    const onDone = vi.fn();
    const screen = await render(<MailboxForm submit={submit} onDone={onDone} />);
    await screen.getByLabelText('Email').fill('someone@example.com');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(screen.getByRole('button', { name: 'Saving...' }))
      .toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    expect(submit).toHaveBeenCalledOnce();
    expect(onDone).not.toHaveBeenCalled();
    resolve();
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });
});

describe('a submit that fails', () => {
  const failWith = async (error: unknown) => {
    const screen = await render(
      <MailboxForm
        submit={() => {
          throw error;
        }}
      />,
    );
    await screen.getByLabelText('Email').fill('someone@example.com');
    await userEvent.keyboard('{Enter}');
    return screen;
  };

  const cases = [
    {
      name: "the catalogue's text and the server's own message",
      error: new ApiError('server', 'The mailbox exists already.', { status: 409 }),
      text: 'Failed to save account. The mailbox exists already.',
    },
    {
      name: "the catalogue's text for a refusal without a message",
      error: new ApiError('server', '', { status: 500 }),
      text: 'Failed to save account',
    },
    {
      name: "the catalogue's text for an answer without the envelope",
      error: new ApiError('no_envelope', 'The server answered with status 502.', { status: 502 }),
      text: 'Failed to save account. Please try again.',
    },
    {
      name: "the catalogue's text for a server that cannot be reached",
      error: new ApiError('network', 'The server could not be reached.'),
      text: 'Failed to save account. Please try again.',
    },
  ];
  for (const { name, error, text } of cases) {
    test(`shows ${name} and keeps what was typed`, async () => {
      const screen = await failWith(error);
      await expect.element(screen.getByRole('status')).toHaveTextContent(text);
      await expect.element(screen.getByLabelText('Email')).toHaveValue('someone@example.com');
      await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible();
    });
  }

  test("puts the server's issues at their fields until they are changed", async () => {
    const issues = [{ path: 'user', message: 'This mailbox exists already.' }];
    const screen = await failWith(new ApiError('server', 'Bad request', { status: 400, issues }));
    const email = screen.getByLabelText('Email');
    await expect.element(email).toHaveFocus();
    await expect.poll(() => describedBy(email.element())).toBe('This mailbox exists already.');
    await expect.element(screen.getByRole('status')).toHaveTextContent('');
    await email.fill('other@example.com');
    await expect.element(screen.getByText('This mailbox exists already.')).not.toBeInTheDocument();
  });

  test('shows the message too when an issue belongs to no field', async () => {
    const issues = [
      { path: 'user', message: 'This mailbox exists already.' },
      { path: 'quota', message: 'There are too many mailboxes.' },
    ];
    const screen = await failWith(new ApiError('server', 'Two issues.', { status: 400, issues }));
    await expect.element(screen.getByText('This mailbox exists already.')).toBeVisible();
    await expect
      .element(screen.getByRole('status'))
      .toHaveTextContent('Failed to save account. Two issues.');
  });
});

describe('the reason why a form cannot be submitted', () => {
  test('is under the button from the start, names the field and leaves the button focusable', async () => {
    const screen = await render(<MailboxForm reason="always" />);
    const button = screen.getByRole('button', { name: 'Save' });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => describedBy(button.element())).toBe('Enter an email address.');
    await screen.getByLabelText('Email').fill('someone@example.com');
    await screen.getByLabelText('Port').fill('x');
    await expect
      .poll(() => describedBy(button.element()))
      .toBe('Port: Enter a port from 1 to 65535.');
    await screen.getByLabelText('Port').fill('1');
    await expect.element(button).not.toHaveAttribute('aria-disabled');
  });

  test('a press of the blocked button shows the messages', async () => {
    const screen = await render(<MailboxForm reason="always" />);
    await screen.getByRole('button', { name: 'Save' }).click({ force: true });
    await expect.element(screen.getByLabelText('Email')).toHaveFocus();
    await expect.element(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true');
  });
});

test('a field has the width that its container sets, and otherwise the whole row', async () => {
  const { container } = await render(
    <div style={{ width: 600 }}>
      <Input aria-label="narrow" className="w-33" />
      <Input aria-label="with unit" suffix="%" className="w-33" />
      <DateInput aria-label="day" value="" onChange={() => undefined} className="w-33" />
      <Select aria-label="choice" options={['a']} className="w-33" />
      <Textarea aria-label="text" className="w-33" />
      <Input aria-label="row" />
    </div>,
  );
  const widths = [...(container.firstElementChild?.children ?? [])].map(
    (field) => field.getBoundingClientRect().width,
  );
  expect(widths).toEqual([132, 132, 132, 132, 132, 600]);
});
