import { expect, test } from './fixtures.ts';

test('the dashboard shows an artist that was just searched, by keyboard alone', async ({
  page,
  origin,
  token,
}) => {
  const headers = { authorization: `Bearer ${token}` };
  const name = encodeURIComponent('Northern Lanterns');
  const found = await page.request.get(`${origin}/api/events/get_artists/${name}`, { headers });
  const { artists } = await found.json();
  await page.request.get(`${origin}/api/events/artist/${artists[0].id}`, { headers });
  await page.goto('/');
  const recent = page
    .getByRole('region', { name: 'Ticketing tool', exact: true })
    .getByRole('link', { name: /Northern Lanterns/ });
  await recent.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/ticketmaster?artistName=Northern+Lanterns');
});
