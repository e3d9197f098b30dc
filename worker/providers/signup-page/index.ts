import { DomainError } from '../../../shared/errors.ts';
import { MAX_PAGE_SOURCE } from '../../../shared/page-source.ts';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import type { Ctx } from '../../context/context.ts';
import { PageError, readPublicPage } from '../public-page/index.ts';
import { parseSignupPage } from './parse.ts';

export { parseSignupPage } from './parse.ts';

/** The time limit for the whole page, including its body. */
const TIMEOUT_MS = 30_000;

const PASTE = 'Open the page in your browser, copy its source and paste it here.';

/** Failures that pasting does not solve: the page does not exist, or it is not a page. */
const WITHOUT_SOURCE = new Set<PageError['fault']>(['missing', 'not_a_page', 'redirected']);

/**
 * Fetches a sign-up page once and reads its events.
 * @throws DomainError `bad_request` for a host that is not on the list, `not_found` if there is no
 * page, `upstream_failed` and `upstream_timeout` when the site refuses or fails; the message names
 * the next step.
 */
export async function readSignupPage(
  ctx: Pick<Ctx, 'env' | 'fetch' | 'clock'>,
  url: string,
  timeoutMs = TIMEOUT_MS,
): Promise<SignupInfos> {
  const options = { purpose: 'sign-up page reader', folder: 'signup', timeoutMs };
  try {
    const source = await readPublicPage(ctx, url, { ...options, maxBytes: MAX_PAGE_SOURCE });
    return parseSignupPage(source, url);
  } catch (cause) {
    if (!(cause instanceof PageError) || WITHOUT_SOURCE.has(cause.fault)) throw cause;
    throw new DomainError(cause.code, `${cause.message} ${PASTE}`, { cause });
  }
}
