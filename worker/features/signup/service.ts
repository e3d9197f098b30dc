import { DomainError } from '../../../shared/errors.ts';
import { assignInPieces } from '../../../shared/signup/allocation/allocation.ts';
import { NO_EVENTS_CONFIGURED } from '../../../shared/signup/constants.ts';
import { dispatchFileName, dispatchFiles } from '../../../shared/signup/dispatch-files.ts';
import type {
  DispatchRequest,
  SignupInfos,
  SignupInfosRequest,
} from '../../../shared/signup/schema.ts';
import { utcDay } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { auditStatement } from '../../db/audit.ts';
import { parseSignupPage, readSignupPage } from '../../providers/signup-page/index.ts';
import { assertCategories, listPooledAccounts } from '../queues/index.ts';
import { streamZip } from './zip.ts';

/** Sign-up pages belong to verified fan registrations, so their accounts come from verified fan queues. */
const QUEUE_TYPE = 'verified_fan';

/**
 * The events of a sign-up page: from the pasted source if there is one, else from the page.
 * @throws DomainError when the page cannot be read; the message names the next step.
 */
export async function readSignupInfos(
  ctx: Pick<Ctx, 'env' | 'fetch' | 'clock'>,
  { url, page_source }: SignupInfosRequest,
): Promise<SignupInfos> {
  return page_source === undefined ? readSignupPage(ctx, url) : parseSignupPage(page_source, url);
}

/**
 * Assigns accounts to the events and packs the reports into a ZIP, which is created while it is sent. The same accounts
 * and the same request give the same bytes.
 * @throws DomainError `bad_request` when no event needs an account or a category does not exist.
 */
export async function dispatchAccounts(
  ctx: Ctx,
  request: DispatchRequest,
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const isConfigured = request.events.some((event) => event.accounts_amount > 0);
  if (!isConfigured) throw new DomainError('bad_request', NO_EVENTS_CONFIGURED);
  const named = request.events.flatMap(({ categories }, index) =>
    categories.map((name) => ({ path: `events.${index}.categories`, name })),
  );
  await assertCategories(ctx, QUEUE_TYPE, named);
  const accounts = await listPooledAccounts(ctx, {
    type: QUEUE_TYPE,
    categories: wantedCategories(request),
  });
  const pieces = assignInPieces({
    accounts,
    eventsByAccount: request.events_by_account,
    events: request.events.map((event) => ({
      id: event.id,
      accountsAmount: event.accounts_amount,
      categories: event.categories,
    })),
  });
  const allocation = await withPauses(pieces);
  const name = dispatchFileName(request, allocation, utcDay(ctx.clock()));
  const { requested, assigned } = allocation;
  await auditStatement(ctx, {
    action: 'signup.dispatch',
    subject: `dispatch:${request.artist_name || request.event_title}`,
    detail: { events: request.events.length, requested, assigned },
  });
  return { name, body: streamZip(dispatchFiles(request, allocation)) };
}

/** Runs work that yields every few milliseconds, so that other calls can run in between. */
async function withPauses<Result>(pieces: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** All categories that any event names; empty if one event accepts all accounts. */
function wantedCategories({ events }: DispatchRequest): string[] {
  const wanting = events.filter((event) => event.accounts_amount > 0);
  if (wanting.some((event) => event.categories.length === 0)) return [];
  return [...new Set(wanting.flatMap((event) => event.categories))];
}
