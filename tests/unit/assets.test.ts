import { expect, test } from 'vitest';
import { serveAsset } from '../../worker/http/assets.ts';

/** The assets binding: one script, and the page for every other path. */
const assets = {
  fetch: (request: Request) => {
    const isScript = new URL(request.url).pathname === '/assets/app-1.js';
    const headers = { 'Content-Type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' };
    return Promise.resolve(new Response(isScript ? '1' : '<!doctype html>', { headers }));
  },
};

test.each([
  ['/assets/app-1.js', 200, 'text/javascript'],
  ['/assets/app-0.js', 404, 'text/plain'],
  ['/assets/gone.css', 404, 'text/plain'],
  ['/assets/', 404, 'text/plain'],
  ['/favicon.ico', 404, 'text/plain'],
  ['/cdn-cgi/local/explorer', 404, 'text/plain'],
  ['/ticketmaster', 200, 'text/html'],
  ['/no/such/page', 200, 'text/html'],
  ['/index.html', 200, 'text/html'],
])('%s returns %i as %s: a page is never sent in place of a file', async (path, status, type) => {
  const answer = await serveAsset(new Request(`http://localhost${path}`), assets);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Content-Type')).toContain(type);
  if (status !== 404) return;
  for (const name of ['Strict-Transport-Security', 'Content-Security-Policy', 'Referrer-Policy']) {
    expect(answer.headers.has(name), name).toBe(true);
  }
});

test.each([
  ['/foo.php', 200],
  ['/assets/gone.js', 404],
])('%s opened in the address bar returns %i', async (path, status) => {
  const headers = { 'Sec-Fetch-Mode': 'navigate' };
  const answer = await serveAsset(new Request(`http://localhost${path}`, { headers }), assets);
  expect(answer.status).toBe(status);
});
