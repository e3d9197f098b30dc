import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Email } from '../../web/ui/email.tsx';

const isCut = (part: Element): boolean => part.scrollWidth > part.clientWidth;

test('a long e-mail address is cut before its @, and its domain stays readable', async () => {
  const address = 'a.rather.long.name.of.a.mailbox@mail.example';
  const screen = await render(
    <div style={{ width: 200 }}>
      <Email address={address} />
    </div>,
  );
  const domain = screen.getByText('@mail.example', { exact: true }).element();
  const name = screen.getByText('a.rather.long.name.of.a.mailbox', { exact: true }).element();
  expect([isCut(name), isCut(domain)]).toEqual([true, false]);
  await expect.element(screen.getByTitle(address)).toBeVisible();
});

test('a short e-mail address has no gap before its @', async () => {
  const screen = await render(<Email address="b@mail.example" />);
  const name = screen.getByText('b', { exact: true }).element().getBoundingClientRect();
  const domain = screen.getByText('@mail.example', { exact: true }).element();
  expect(domain.getBoundingClientRect().left).toBeCloseTo(name.right, 0);
  expect(name.width).toBeLessThan(16);
});

test('an address is shown in full wherever it fits, also if its domain is the longer part', async () => {
  const screen = await render(
    <div style={{ width: 400 }}>
      <button type="button">
        <Email address="a@mail.example" />
      </button>
    </div>,
  );
  const domain = screen.getByText('@mail.example', { exact: true }).element();
  expect(isCut(domain)).toBe(false);
});
