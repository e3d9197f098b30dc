import { pageHeaders } from './security-headers.ts';

/** The part of the assets binding that this file uses. */
interface Assets {
  fetch(request: Request): Promise<Response>;
}

/** Paths of files, as opposed to pages of the app: those among the assets, and names with an extension. */
const FILE = /^\/(?:assets|cdn-cgi)\/|\.(?!html$)[a-z0-9]+$/i;

/**
 * Serves pages and files. The assets binding answers every unknown path with the app's page, which is right for pages
 * only: a missing script must be a 404, because the browser would otherwise run the page as a script.
 */
export async function serveAsset(request: Request, assets: Assets): Promise<Response> {
  const answer = await assets.fetch(request);
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  const { pathname } = new URL(request.url);
  if (!isPage || !FILE.test(pathname)) return answer;
  await answer.body?.cancel();
  return new Response('There is no such file.\n', {
    status: 404,
    headers: {
      ...pageHeaders(),
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  });
}
