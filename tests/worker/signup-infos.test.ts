import { beforeAll, describe, expect, test } from 'vitest';
import { signupInfosAnswer } from '../../shared/signup/schema.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

const read = (body: unknown) =>
  call('/events/signup-infos', {
    method: 'POST',
    json: body,
  });
const at = (slug: string) => `https://signup.ticketmaster.com/${slug}`;

describe('POST /events/signup-infos', () => {
  test.each([
    ['form controls', 'northern-lanterns', 'Northern Lanterns VF Signup', 24],
    ['data in a script', 'vela-marin', 'Vela Marin VF Signup', 24],
    ['JSON-LD', 'the-long-haul', 'The Long Haul VF Signup', 24],
    ['one event', 'one-night-only', 'One Night Only VF Signup', 1],
    ['no events', 'empty', 'Nobody VF Signup', 0],
  ])('reads a page with %s', async (_, slug, title, count) => {
    const response = await read({ url: at(slug) });
    const answer = signupInfosAnswer.parse(await response.json());
    expect(answer).toMatchObject({ title, url: at(slug) });
    expect(answer.events).toHaveLength(count);
    for (const event of answer.events) {
      expect(event.value).not.toBe('');
      expect(event.date).toMatch(/^\d{4}-\d\d-\d\d/);
      expect(event.venue).not.toBe('');
      expect(event.city).not.toBe('');
    }
  });

  test.each([
    ['a refusal', 'blocked', 502, 'does not let programs read this page (status 403)'],
    ['a failing site', 'broken', 502, 'answered with status 500'],
    ['a page that is too large', 'large', 502, 'is too large'],
    ['no page', 'nobody-at-all', 404, 'has no page at this address'],
  ])('reports %s as such', async (_, slug, status, text) => {
    const response = await read({ url: at(slug) });
    expect(response.status).toBe(status);
    const { success, message } = await response.json<{ success: boolean; message: string }>();
    expect(success).toBe(false);
    expect(message).toContain(`signup.ticketmaster.com ${text}`);
  });

  test('a refusal offers to paste the source, which is read in the same way', async () => {
    const refused = await (await read({ url: at('blocked') })).json<{ message: string }>();
    expect(refused.message).toContain('copy its source and paste it here');
    const page_source =
      '<title>Rosalía VF Signup</title><option value="E1001">Mar 14, 2027 - Movistar Arena - Madrid</option>';
    const pasted = await (await read({ url: at('blocked'), page_source })).json();
    expect(pasted).toEqual({
      success: true,
      title: 'Rosalía VF Signup',
      url: at('blocked'),
      events: [
        {
          value: 'E1001',
          date: '2027-03-14',
          venue: 'Movistar Arena',
          city: 'Madrid',
          presale: '',
        },
      ],
    });
  });

  test.each([
    ['an empty address', '', 400],
    ['a page of somebody else', 'https://example.com/x', 400],
    ['a host that is not on the list', 'https://ticketmaster.example.com/x', 400],
    ['an address inside the network', 'http://127.0.0.1:1/ticketmaster', 400],
  ])('refuses %s', async (_, url, status) => {
    expect((await read({ url })).status).toBe(status);
  });
});
