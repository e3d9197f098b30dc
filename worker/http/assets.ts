import { pageHeaders } from './security-headers.ts';

/** The part of the assets binding that this file uses. */
interface Assets {
  fetch(request: Request): Promise<Response>;
}

const FILE_FOLDER = /^\/(?:assets|cdn-cgi)\//;
const FILE_NAME = /\.(?!html$)[a-z0-9]+$/i;

/** Whether the request is for a file. An address with a dot that a browser opens as a page is one: the app shows its error page. */
function isFile(request: Request): boolean {
  const { pathname } = new URL(request.url);
  if (FILE_FOLDER.test(pathname)) return true;
  return FILE_NAME.test(pathname) && request.headers.get('Sec-Fetch-Mode') !== 'navigate';
}

/**
 * Serves pages and files. The assets binding answers every unknown path with the app's page, which is right for pages
 * only: a missing script must be a 404, because the browser would otherwise run the page as a script.
 */
export async function serveAsset(request: Request, assets: Assets): Promise<Response> {
  const answer = await assets.fetch(request);
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!isPage || !isFile(request)) return answer;
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
