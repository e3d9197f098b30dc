import { DomainError } from '../../../shared/errors.ts';
import { SEARCH_DEADLINE_MS } from '../../../shared/presale-codes/constants.ts';
import type { PresaleAnswer, SearchEvent } from '../../../shared/presale-codes/events.ts';
import type { PresaleSearch } from '../../../shared/presale-codes/schema.ts';
import type { ScanQuery } from '../../../shared/scanner.ts';
import type { Ctx } from '../../context.ts';
import { DeskGone, isKnownJob, runJob } from '../../durable/scan-desk-client.ts';
import { findAccounts } from '../imap-accounts/index.ts';

const HOUR_MS = 3600_000;

function toQuery(search: PresaleSearch, now: number): ScanQuery {
  const hours = search.search_hours ?? (search.search_days ?? 0) * 24;
  return {
    keywords: search.search_keywords,
    mustInclude: search.must_include_words,
    caseSensitive: search.case_sensitive,
    since: now - hours * HOUR_MS,
    minLength: search.code_length_min,
    // Leaving the largest length empty means an exact length.
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

/**
 * Searches mailboxes for presale codes and yields what happens, up to `done`. `searchId` names the search: asked again with
 * the same id, a search that still runs is joined and a finished one answered from memory.
 * @throws DomainError `bad_request` for mailboxes that cannot be searched; those of {@link runJob}. The caller joins again
 * after DeskGone: nothing rejoins here.
 */
export async function* searchPresaleCodes(
  ctx: Ctx,
  search: PresaleSearch,
  searchId: string,
): AsyncGenerator<SearchEvent> {
  const query = toQuery(search, ctx.clock());
  const id = `scan-${ctx.operator?.id ?? 0}-${searchId}`;
  const mailboxes = await mailboxesOf(ctx, search.imap_account_ids).catch(async (refusal) => {
    // Deleted or deactivated since: a known search stays readable, and the desk has its mailboxes.
    if (await isKnownJob(ctx, id)) return [];
    throw refusal;
  });
  yield* runJob(ctx, { kind: 'scan', id, withinMs: SEARCH_DEADLINE_MS, mailboxes, query });
}

/** The whole answer of a search at once. */
export async function searchToEnd(
  ctx: Ctx,
  search: PresaleSearch,
  searchId: string,
): Promise<PresaleAnswer> {
  for await (const event of searchPresaleCodes(ctx, search, searchId))
    if (event.type === 'done') return event.answer;
  throw new DeskGone();
}
