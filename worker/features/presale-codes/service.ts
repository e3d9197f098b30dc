import { DomainError } from '../../../shared/errors.ts';
import { SEARCH_DEADLINE_MS } from '../../../shared/presale-codes/constants.ts';
import type {
  FoundCode,
  MailboxReport,
  PresaleAnswer,
  PresaleSearch,
} from '../../../shared/presale-codes/schema.ts';
import type { ScanQuery } from '../../../shared/scanner.ts';
import type { Ctx } from '../../context.ts';
import { DeskGone, isKnownJob, runJob } from '../../durable/scan-desk-client.ts';
import type { DeskEvent, DeskJob } from '../../durable/scan-desk-messages.ts';
import { pause } from '../../pause.ts';
import { findAccounts } from '../imap-accounts/index.ts';

const HOUR_MS = 3600_000;

/** What a search tells while it runs; the last is `done`. `beat`: nothing new, but it runs. */
export type SearchEvent =
  | { type: 'beat' }
  | { type: 'progress'; data: MailboxReport }
  | { type: 'codes'; data: FoundCode[] }
  | { type: 'done'; data: PresaleAnswer };

function toQuery(search: PresaleSearch, now: number): ScanQuery {
  const hours = search.search_hours ?? (search.search_days ?? 0) * 24;
  return {
    keywords: search.search_keywords,
    mustInclude: search.must_include_words,
    caseSensitive: search.case_sensitive,
    since: now - hours * HOUR_MS,
    minLength: search.code_length_min,
    // Leaving the largest length empty means an exact length (part 5).
    maxLength: search.code_length_max ?? search.code_length_min,
    numbers: search.includes_numbers,
    capitals: search.includes_caps,
    specials: search.includes_special_chars,
    allowedSpecials: search.includes_special_chars === 'no' ? '' : search.allowed_special_chars,
    excluded: search.exclude_words,
  };
}

async function mailboxesOf(ctx: Ctx, ids: readonly number[]) {
  const found = await findAccounts(ctx.db, ids);
  const refuse = (message: string): never => {
    throw new DomainError('bad_request', message, {
      issues: [{ path: 'imap_account_ids', message }],
    });
  };
  const missing = ids.find((id) => !found.some((account) => account.id === id));
  if (missing !== undefined) refuse(`There is no mailbox with the id ${missing}.`);
  const inactive = found.find((account) => !account.isActive);
  if (inactive) refuse(`${inactive.user} is inactive. Only active accounts can be selected.`);
  return ids
    .flatMap((id) => found.filter((account) => account.id === id))
    .map(({ id, user, host, port, password, sealRow }) => ({
      id,
      user,
      host,
      port,
      sealed: password,
      sealRow,
    }));
}

const messageOf = (count: number): string =>
  count === 0 ? 'No codes found matching your criteria' : `${count} code(s) found`;

/**
 * Searches mailboxes for presale codes (part 4, "Presale scan"). `searchId` names the search: asked again
 * with the same id, a search that still runs is joined and a finished one answered from memory.
 */
export async function* searchPresaleCodes(
  ctx: Ctx,
  search: PresaleSearch,
  searchId: string,
): AsyncGenerator<SearchEvent> {
  const query = toQuery(search, ctx.clock());
  const id = `scan-${ctx.operator?.id ?? 0}-${searchId}`;
  const mailboxes = await mailboxesOf(ctx, search.imap_account_ids).catch(async (refusal) => {
    // Deleted or deactivated since: what a search found before stays there to be read, and the desk has its mailboxes.
    if (await isKnownJob(ctx, id)) return [];
    throw refusal;
  });
  const job = { kind: 'scan' as const, id, withinMs: SEARCH_DEADLINE_MS, mailboxes, query };
  for await (const event of runToEnd(ctx, job)) {
    if (event.type === 'beat') yield event;
    else if (event.type === 'progress') yield { type: 'progress', data: event.mailbox };
    else if (event.type === 'codes') yield { type: 'codes', data: event.codes };
    else if (event.type === 'done') {
      const { codes, mailboxes: reports } = event;
      yield {
        type: 'done',
        data: { success: true, codes, message: messageOf(codes.length), mailboxes: reports },
      };
    }
  }
}

/** How long to wait before a desk that went away in the middle of a search is asked for the rest, each time. */
const REJOIN_AFTER_MS = [250, 750, 2250];

/**
 * Runs a job; when the desk restarts meanwhile, the job is joined again: it knows jobs by their ids. What never began
 * is not asked for again, nor what no scanner is there for.
 */
async function* runToEnd(ctx: Ctx, job: DeskJob): AsyncGenerator<DeskEvent> {
  let hasBegun = false;
  for (let rejoin = 0; ; rejoin++) {
    try {
      for await (const event of runJob(ctx, job)) {
        hasBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      const wait = REJOIN_AFTER_MS[rejoin];
      if (!hasBegun || !(error instanceof DeskGone) || wait === undefined) throw error;
      await pause(wait, ctx.signal);
    }
  }
}

/** The whole answer of a search at once. */
export async function searchToEnd(
  ctx: Ctx,
  search: PresaleSearch,
  searchId: string,
): Promise<PresaleAnswer> {
  for await (const event of searchPresaleCodes(ctx, search, searchId))
    if (event.type === 'done') return event.data;
  throw new DomainError('unavailable', 'The search was interrupted. Please try again.');
}
