import type { SignupInfos, SignupInfosRequest } from '../../../shared/signup/schema.ts';
import type { Ctx } from '../../context.ts';
import { parseSignupPage, readSignupPage } from '../../providers/signup-page/index.ts';

/**
 * The events of a sign-up page: of the pasted source when there is one, else of the page itself.
 * @throws DomainError when the page cannot be read; the message says what the operator may do instead.
 */
export async function readSignupInfos(
  ctx: Pick<Ctx, 'env' | 'fetch'>,
  { url, page_source }: SignupInfosRequest,
): Promise<SignupInfos> {
  return page_source === undefined ? readSignupPage(ctx, url) : parseSignupPage(page_source, url);
}
