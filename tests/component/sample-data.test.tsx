import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SampleDataOffer } from '../../web/features/sample-data/sample-data-offer.tsx';
import { DeskFiller, FirstUse } from '../../web/kit/first-use.tsx';
import { FirstUseOffer } from '../../web/kit/first-use-offer.ts';
import { failed, renderAt, stubApi } from './desk.tsx';

const health = { success: true, status: 'ok', providers: 'simulated' };
const report = (part: object = {}) => ({
  success: true,
  state: 'none',
  done: 0,
  steps: 13,
  failure: null,
  kept: [],
  ...part,
});

const renderOffer = (isInline = false) =>
  renderAt(() => (
    <FirstUseOffer value={SampleDataOffer}>
      {isInline ? (
        <DeskFiller isInline />
      ) : (
        <FirstUse title="No profiles yet">Profiles are listed here.</FirstUse>
      )}
    </FirstUseOffer>
  ));

describe('the offer of sample data', () => {
  test('appears with its content on an empty page, which offers no removal', async () => {
    let now = report();
    stubApi({ 'GET /health': () => health, 'GET /sample-data': () => now });
    const { router } = await renderOffer();
    await expect.element(page.getByText(/48 profiles with test cards/)).toBeVisible();
    now = report({ state: 'loaded', done: 13 });
    router.history.push('/elsewhere');
    await expect.element(page.getByText('Elsewhere')).toBeVisible();
    router.history.push('/screen');
    await expect.element(page.getByText('No profiles yet')).toBeVisible();
    await expect.element(page.getByText(/48 profiles with test cards/)).not.toBeInTheDocument();
    expect(page.getByRole('button', { name: /sample data/ }).elements()).toHaveLength(0);
  });

  test('loads it with progress, and removes it after a question', async () => {
    let now = report();
    const calls = stubApi({
      'GET /health': () => health,
      'GET /sample-data': () => now,
      'POST /sample-data': () => {
        now = report({ state: 'loading', done: 5 });
        return now;
      },
      'DELETE /sample-data': () => {
        now = report({ state: 'removing', done: 1 });
        return now;
      },
    });
    await renderOffer(true);
    await page.getByRole('button', { name: 'Load sample data' }).click();
    await expect.element(page.getByText(/data: 5 of 13/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    now = report({ state: 'loaded', done: 13 });
    const remove = page.getByRole('button', { name: 'Remove sample data' });
    await expect
      .element(page.getByText(/^Sample data loaded\. Next: search “Northern Lanterns”/))
      .toBeVisible();
    await expect.element(remove).toHaveFocus();
    await remove.click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove the sample data?' });
    await dialog.getByRole('button', { name: 'Remove sample data' }).click();
    await expect.element(page.getByText(/data: 1 of 13/)).toBeVisible();
    now = report({ kept: ['Vela Marin is monitored on dates of yours.'] });
    await expect
      .element(page.getByText(/This stayed: Vela Marin is monitored on dates of yours\./))
      .toBeVisible();
    expect(calls.to(/^(POST|DELETE) /).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  });

  test('cancels a load, and shows failures', async () => {
    stubApi({
      'GET /health': () => health,
      'GET /sample-data': () =>
        report({ state: 'loading', done: 11, failure: 'Ticketmaster cannot be reached.' }),
      'DELETE /sample-data': () => failed(503, 'The database cannot be reached.'),
    });
    await renderOffer();
    await expect
      .element(page.getByText('Ticketmaster cannot be reached. It is tried again.'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The sample data could not be removed. The database cannot be reached.');
  });

  test('is not shown with live providers', async () => {
    const calls = stubApi({ 'GET /health': () => ({ ...health, providers: 'live' }) });
    await renderOffer();
    await expect.element(page.getByText('No profiles yet')).toBeVisible();
    await calls.made('GET /health');
    expect(page.getByRole('button', { name: /sample data/ }).elements()).toHaveLength(0);
    expect(calls.to('GET /sample-data')).toEqual([]);
  });
});
