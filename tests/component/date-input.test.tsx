import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DateInput } from '../../web/kit/date-input.tsx';

/** The field, the day that it reported, and a button that sets another day. */
function Day({ start }: { start: string }) {
  const [day, setDay] = useState(start);
  return (
    <>
      <DateInput
        aria-label="Day"
        value={day}
        min="2026-11-01"
        onChange={({ target }) => setDay(target.value)}
      />
      <output>{day === '' ? 'none' : day}</output>
      <button type="button" onClick={() => setDay('2027-01-31')}>
        Set elsewhere
      </button>
    </>
  );
}

const field = page.getByRole('textbox', { name: 'Day' });
const day = page.getByRole('status');
const fault = page.getByText('Enter a day as dd/mm/yyyy.');

test('a typed day is read as dd/mm/yyyy; text that cannot be read stays and gets a message on blur', async () => {
  await render(<Day start="" />);
  await field.fill('5/3/2027');
  await expect.element(day).toHaveTextContent('2027-03-05');
  await field.fill('31/02/2027');
  await expect.element(day).toHaveTextContent('none');
  await expect.element(fault).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(fault).toBeVisible();
  await expect.element(field).toHaveValue('31/02/2027');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('Enter a day as dd/mm/yyyy.');
  await page.getByRole('button', { name: 'Set elsewhere' }).click();
  await expect.element(field).toHaveValue('31/01/2027');
  await expect.element(fault).not.toBeInTheDocument();
});

test('keys step by days and weeks, and the calendar chooses a day', async () => {
  await render(<Day start="2026-12-31" />);
  await expect.element(field).toHaveValue('31/12/2026');
  await field.click();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field).toHaveValue('01/01/2027');
  await userEvent.keyboard('{PageUp}{ArrowDown}{PageDown}');
  await expect.element(day).toHaveTextContent('2026-12-31');
  const calendar = document.querySelector<HTMLInputElement>('input[type=date]');
  expect(calendar?.value).toBe('2026-12-31');
  expect(calendar?.min).toBe('2026-11-01');
  const opened: string[] = [];
  if (calendar) calendar.showPicker = () => void opened.push('calendar');
  await page.getByRole('button', { name: 'Open the calendar' }).click();
  expect(opened).toEqual(['calendar']);
  if (calendar) {
    Reflect.set(HTMLInputElement.prototype, 'value', '2026-11-24', calendar);
    calendar.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await expect.element(field).toHaveValue('24/11/2026');
  await expect.element(day).toHaveTextContent('2026-11-24');
});
