import { isLoopbackHost } from '../../shared/env.ts';
import type { FailureBody } from '../../shared/errors.ts';
import { API_HEADERS, pageHeaders } from './security-headers.ts';

/**
 * Answers a request that would carry passwords and tokens unencrypted: an API call is refused rather than redirected,
 * because a redirect would hide that the client sent its token in clear text. On this machine http is fine. Under
 * `npm start`, which serves http only, this also refuses pages that reach the port under a name of their own.
 * @returns null for a request that may pass.
 */
export function refusePlainHttp(url: URL): Response | null {
  if (url.protocol !== 'http:' || isLoopbackHost(url.hostname)) return null;
  if (isApiPath(url.pathname)) {
    const body: FailureBody = {
      success: false,
      message: 'Use https: this call was not encrypted.',
    };
    return Response.json(body, { status: 403, headers: API_HEADERS });
  }
  const secure = new URL(url);
  secure.protocol = 'https:';
  return new Response(null, {
    status: 308,
    headers: { ...pageHeaders(), Location: secure.href, 'Cache-Control': 'no-store' },
  });
}

/** Whether the app answers this path; all others are files and pages of the web app. */
export function isApiPath(pathname: string): boolean {
  return pathname === '/ws' || pathname === '/api' || pathname.startsWith('/api/');
}
