/** What the assets binding is to this file. */
interface Assets {
  fetch(request: Request): Promise<Response>;
}

/** A file is meant, no page of the app: it stands among the assets, or its name has an extension. */
const FILE = /^\/assets\/|\.(?!html$)[a-z0-9]+$/i;

/**
 * Answers what is neither API nor socket. The binding answers every unknown path with the app's page, which is right
 * for pages only: a script of a former version must be told missing, or the browser would run a page as a script.
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
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
