import { DomainError } from '../../../shared/errors.ts';
import { assignAccounts } from '../../../shared/signup/allocation.ts';
import { NO_EVENTS_CONFIGURED } from '../../../shared/signup/constants.ts';
import { dispatchFileName, dispatchFiles } from '../../../shared/signup/dispatch-files.ts';
import type {
  DispatchRequest,
  SignupInfos,
  SignupInfosRequest,
} from '../../../shared/signup/schema.ts';
import { isoDay } from '../../../shared/times.ts';
import type { Ctx } from '../../context.ts';
import { auditStatement } from '../../db/audit.ts';
import { parseSignupPage, readSignupPage } from '../../providers/signup-page/index.ts';
import { findUnknownCategories, listPooledAccounts } from '../queues/index.ts';
import { streamZip } from './zip.ts';

/** Sign-up pages belong to verified fan registrations: their accounts come from those queues. */
const QUEUE_TYPE = 'verified_fan';

/**
 * The events of a sign-up page: from the pasted source if there is one, else from the page.
 * @throws DomainError when the page cannot be read; the message names the next step.
 */
export async function readSignupInfos(
  ctx: Pick<Ctx, 'env' | 'fetch'>,
  { url, page_source }: SignupInfosRequest,
): Promise<SignupInfos> {
  return page_source === undefined ? readSignupPage(ctx, url) : parseSignupPage(page_source, url);
}

/** A ZIP that is created while it is sent, and its name. */
export interface DispatchedZip {
  name: string;
  body: ReadableStream<Uint8Array>;
}

/**
 * Assigns accounts to the events and packs the reports. The same accounts and the same request give the same bytes.
 * @throws DomainError `bad_request` when no event needs an account or a category does not exist.
 */
export async function dispatchAccounts(ctx: Ctx, request: DispatchRequest): Promise<DispatchedZip> {
  const isConfigured = request.events.some((event) => event.accounts_amount > 0);
  if (!isConfigured) throw new DomainError('bad_request', NO_EVENTS_CONFIGURED);
  await refuseUnknownCategories(ctx, request);
  const accounts = await listPooledAccounts(ctx, {
    type: QUEUE_TYPE,
    categories: wantedCategories(request),
  });
  const allocation = assignAccounts({
    accounts,
    eventsByAccount: request.events_by_account,
    events: request.events.map((event) => ({
      id: event.id,
      accountsAmount: event.accounts_amount,
      categories: event.categories,
    })),
  });
  const name = dispatchFileName(request, allocation, isoDay(ctx.clock()));
  await recordDispatch(ctx, {
    artist: request.artist_name || request.event_title,
    events: request.events.length,
    requested: allocation.requested,
    assigned: allocation.assigned,
  });
  return { name, body: streamZip(dispatchFiles(request, allocation)) };
}

/** @throws DomainError `bad_request` that names the categories, each at its event. */
async function refuseUnknownCategories(
  ctx: Pick<Ctx, 'db'>,
  { events }: DispatchRequest,
): Promise<void> {
  const categories = [...new Set(events.flatMap((event) => event.categories))];
  const unknown = await findUnknownCategories(ctx, { type: QUEUE_TYPE, categories });
  if (unknown.length === 0) return;
  const issues = events.flatMap((event, index) =>
    event.categories
      .filter((name) => unknown.includes(name))
      .map((name) => ({
        path: `events.${index}.categories`,
        message: `There is no category "${name}".`,
      })),
  );
  throw new DomainError('bad_request', describeUnknown(unknown), { issues });
}

function describeUnknown(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`).join(', ');
  return names.length === 1
    ? `There is no category ${quoted}.`
    : `These categories do not exist: ${quoted}.`;
}

/** All categories that any event names; none when one takes from all. */
function wantedCategories({ events }: DispatchRequest): string[] {
  const wanting = events.filter((event) => event.accounts_amount > 0);
  if (wanting.some((event) => event.categories.length === 0)) return [];
  return [...new Set(wanting.flatMap((event) => event.categories))];
}

/** Records who dispatched how many slots of which page. */
async function recordDispatch(
  ctx: Pick<Ctx, 'db' | 'operator' | 'clock' | 'requestId'>,
  dispatch: { artist: string; events: number; requested: number; assigned: number },
): Promise<void> {
  const { artist, ...detail } = dispatch;
  await auditStatement(ctx, { action: 'signup.dispatch', subject: `dispatch:${artist}`, detail });
}
