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
