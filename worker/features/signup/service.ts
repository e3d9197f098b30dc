import { DomainError } from '../../../shared/errors.ts';
import {
  type ExceededLimit,
  findExceeded,
  unconfirmed,
} from '../../../shared/limit-guard/exceeded.ts';
import { assignInPieces } from '../../../shared/signup/allocation/allocation.ts';
import { NO_EVENTS_CONFIGURED } from '../../../shared/signup/constants.ts';
import { dispatchFileName, dispatchFiles } from '../../../shared/signup/dispatch-files.ts';
import {
  confirmedLimits,
  dependsOnLimit,
  guardedEvents,
  type TicketLimits,
} from '../../../shared/signup/guarded-events.ts';
import type {
  DispatchRequest,
  SignupInfos,
  SignupInfosRequest,
} from '../../../shared/signup/schema.ts';
import { utcDay } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { change } from '../../db/change.ts';
import { parseSignupPage, readSignupPage } from '../../providers/signup-page/index.ts';
import { confirmedStatement, readRules } from '../limit-guard/index.ts';
import { assertCategories, listPooledAccounts } from '../queues/index.ts';
import { readTicketLimits } from '../ticketing/index.ts';
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
 * Assigns accounts to the events and packs the reports into a ZIP, which is created while it is
 * sent. The same accounts and the same request give the same bytes. `unread` holds the ids of the
 * events whose ticket limit could not be read.
 * @throws DomainError `bad_request` when no event needs an account or a category does not exist,
 * `limit_exceeded` when the files exceed limits that the request does not confirm, `unavailable`
 * when limits can no longer be read after some were confirmed.
 */
export async function dispatchAccounts(
  ctx: Ctx,
  request: DispatchRequest,
): Promise<{ name: string; body: ReadableStream<Uint8Array>; unread: readonly string[] }> {
  const isConfigured = request.events.some((event) => event.accounts_amount > 0);
  if (!isConfigured) throw new DomainError('bad_request', NO_EVENTS_CONFIGURED);
  const named = request.events.flatMap(({ categories }, index) =>
    categories.map((name) => ({ path: `events.${index}.categories`, name })),
  );
  await assertCategories(ctx, QUEUE_TYPE, named);
  const read = await findLimits(ctx, request);
  const { limits, unread } = read;
  const exceeded = await assertConfirmed(ctx, request, read);
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
  await change(ctx, {
    statements: {
      confirmed: confirmedStatement(ctx, { tool: 'signup', file: name, exceeded }),
    },
    audit: {
      action: 'signup.dispatch',
      subject: `dispatch:${request.artist_name || request.event_title}`,
      detail: {
        events: request.events.length,
        requested,
        assigned,
        ...(unread.length === 0 ? {} : { ticket_limits: `not read of ${nameSome(unread)}` }),
      },
    },
  });
  return { name, body: streamZip(dispatchFiles(request, allocation, limits)), unread };
}

/** Up to this number of ids are named in an audit entry. */
const NAMED_AT_MOST = 20;

/** `E1, E2 and 3 more` */
function nameSome(ids: readonly string[]): string {
  const more = ids.length - NAMED_AT_MOST;
  return ids.slice(0, NAMED_AT_MOST).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

interface ReadLimits {
  limits: TicketLimits;
  /** The ids of the events whose limit could not be read. */
  unread: readonly string[];
}

/**
 * The published ticket limits of the events, which are read if the files contain numbers of
 * tickets. A failure of the provider leaves them unknown, so that a dispatch does not depend on it;
 * limits that the operator confirmed remain in force.
 * @throws DomainError `unavailable` if the confirmed question may have cut amounts that would be
 * uncut without the limits
 */
async function findLimits(ctx: Ctx, request: DispatchRequest): Promise<ReadLimits> {
  const { use_encore_parameters: namesTickets, events, confirmed_limits } = request;
  if (!namesTickets) return { limits: new Map(), unread: [] };
  const ids = events.filter((event) => event.accounts_amount > 0).map(({ id }) => id);
  const confirmed = confirmedLimits(confirmed_limits);
  let read: ReadLimits = { limits: new Map(), unread: ids };
  let cause: DomainError | null = null;
  try {
    read = await readTicketLimits(ctx, ids);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    cause = error;
    ctx.log.info('dispatch without ticket limits', { reason: error.message });
  }
  // Limits that could not be read for the question either have not cut anything.
  const wasCut = (id: string) =>
    !confirmed.has(id) && !request.unread_limits.includes(id) && dependsOnLimit(request, id);
  if (confirmed_limits.length > 0 && read.unread.some(wasCut))
    throw new DomainError('unavailable', NOT_READ_AGAIN, {
      retryAfterSeconds: cause?.retryAfterSeconds ?? RETRY_AFTER_SECONDS,
      cause,
    });
  const restored = [...confirmed].filter(([id]) => read.unread.includes(id));
  return { limits: new Map([...read.limits, ...restored]), unread: read.unread };
}

const RETRY_AFTER_SECONDS = 10;
const NOT_READ_AGAIN =
  'The ticket limits cannot be read any more, so the amounts cannot be cut to them. Try again, or set the Amount yourself.';

/**
 * The limits that the files exceed.
 * @throws DomainError `limit_exceeded` with those that the operator has not confirmed
 */
async function assertConfirmed(
  ctx: Ctx,
  request: DispatchRequest,
  { limits, unread }: ReadLimits,
): Promise<ExceededLimit[]> {
  const { accounts_per_event: rule } = await readRules(ctx);
  const exceeded = findExceeded(guardedEvents(request, limits), rule);
  if (unconfirmed(exceeded, request.confirmed_limits).length > 0)
    throw new DomainError('limit_exceeded', BEYOND_LIMITS, {
      exceeded,
      unreadLimits: [...unread],
    });
  return exceeded;
}

const BEYOND_LIMITS =
  'The files go beyond a ticket limit or your own rule. Lower the numbers, or confirm the listed limits.';

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
