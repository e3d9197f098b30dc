import { setTimeout } from 'node:timers/promises';

const FEED_WAIT_MS = 180_000;

/**
 * Waits until the concerts and the page views of all artists were read, which the cron trigger
 * starts within a minute. `get` is a signed-in call of the API that returns the answer's JSON.
 */
// biome-ignore lint/suspicious/noExplicitAny: answers of any call.
export async function waitForFeed(get: (path: string) => Promise<any>): Promise<void> {
  const deadline = Date.now() + FEED_WAIT_MS;
  while (true) {
    const [feed, events] = await Promise.all([get('/events/feed'), get('/events')]);
    const artists: { number_of_visits: number }[] = Object.values(events.data);
    // The simulator refuses the concerts of one artist.
    const isRead = artists.length > 0 && feed.data.artists_read >= feed.data.artists - 1;
    if (isRead && artists.every(({ number_of_visits: visits }) => visits > 0)) return;
    if (Date.now() > deadline) throw new Error('The page views of the artists were not read.');
    await setTimeout(1_000);
  }
}
