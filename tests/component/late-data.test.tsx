import { expect, test } from 'vitest';
import { ResumeWork } from '../../web/features/recent-work/resume-work.tsx';
import { ArtistPicker } from '../../web/features/ticketing/search/artist-picker.tsx';
import { renderAt, stubApi } from './desk.tsx';

const work = {
  id: 5,
  kind: 'adonis',
  name: null,
  title: 'AXS',
  events: 1,
  rows: 2,
  version: 1,
  updated_at: '2026-11-20T12:00:00.000Z',
  key: 'AXS',
  body: {},
};
const artist = {
  id: 'K1',
  name: 'Northern Lanterns',
  images: [],
  classifications: [],
  upcomingEvents: { _total: 37 },
};

type Follow = (search: { found: string }) => void;
const screens = {
  'a work that is opened': {
    answers: { 'GET /recent-work/5': () => ({ success: true, data: work }) },
    show: (follow: Follow) => <ResumeWork id={5} onWork={({ key }) => follow({ found: key })} />,
  },
  'an artist that is found': {
    answers: {
      'GET /events/get_artists/northern%20lanterns': () => ({ success: true, artists: [artist] }),
    },
    show: (follow: Follow) => (
      <ArtistPicker
        term="northern lanterns"
        picks="exact"
        onPick={({ id }) => follow({ found: id })}
        onCancel={() => undefined}
      />
    ),
  },
};

test.each(Object.entries(screens))(
  '%s after the operator began to leave does not change the address',
  async (_, { answers, show }) => {
    const answered = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const [[route, answer] = ['', () => null]] = Object.entries(answers);
    const calls = stubApi({
      [route]: async () => {
        await answered.promise;
        return answer();
      },
    });
    let isLeaving = false;
    const { page, router } = await renderAt<{ found?: string }>(
      ({ onSearch }) => show(onSearch),
      '/screen',
      async () => (isLeaving ? left.promise : undefined),
    );
    await calls.made(route);
    isLeaving = true;
    const leaving = router.navigate({ to: '/elsewhere' } as never);
    answered.resolve();
    await expect.poll(() => calls.to(route)[0]?.answer).toBe('200');
    await new Promise(requestAnimationFrame);
    left.resolve();
    await leaving;
    await expect.element(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
    expect(router.state.location.href).toBe('/elsewhere');
  },
);
