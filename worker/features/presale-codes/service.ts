import { DomainError, wrongField } from '../../../shared/errors.ts';
import { SEARCH_DEADLINE_MS } from '../../../shared/presale-codes/constants.ts';
import type {
  FoundCode,
  MailText,
  PresaleAnswer,
  SearchEvent,
} from '../../../shared/presale-codes/events.ts';
import type {
  MailQuery,
  PresaleSearch,
  WatchedSearch,
} from '../../../shared/presale-codes/schema.ts';
import { WATCHING_LIMITS } from '../../../shared/presale-watches/scanner.ts';
import type { ScanQuery } from '../../../shared/scanners/protocol.ts';
import { cut } from '../../../shared/text.ts';
import { HOUR_MS } from '../../../shared/times.ts';
import { afterwards, type Ctx } from '../../context/context.ts';
import { auditStatement } from '../../db/audit.ts';
import { DeskGone, isKnownJob, runJob, untilDone } from '../../durable/scan-desk-client.ts';
import { learnedCodesOf, markPlacesUsed } from '../code-memory/index.ts';
import { findAccounts, recordReports, toJobMailboxes } from '../mailboxes/index.ts';
import { mailSigner, readMailId } from './mail-ids.ts';
import { insertSearchCodes } from './store.ts';

/** The time limit for reading one mail, including the wait for a scanner. */
const READ_WITHIN_MS = 40_000;

/** A search in the form for a scanner, for mails since an instant in milliseconds. */
export function toQuery(search: WatchedSearch, since: number): ScanQuery {
  return {
    keywords: search.search_keywords,
    mustInclude: search.must_include_words,
    caseSensitive: search.case_sensitive,
    since,
    minLength: search.code_length_min,
    // An empty largest length means an exact length.
    maxLength: search.code_length_max ?? search.code_length_min,
    numbers: search.includes_numbers,
    capitals: search.includes_caps,
    specials: search.includes_special_chars,
    allowedSpecials: search.includes_special_chars === 'no' ? '' : search.allowed_special_chars,
    excluded: search.exclude_words,
  };
}

const sinceOf = ({ search_hours, search_days = 0 }: PresaleSearch, now: number): number =>
  now - (search_hours ?? search_days * 24) * HOUR_MS;

/** The mailboxes of a search. @throws DomainError `bad_request` for one that is unknown or inactive */
export async function searchableAccounts(ctx: Pick<Ctx, 'db'>, ids: readonly number[]) {
  const accounts = await findAccounts(ctx.db, ids);
  const refusal = (message: string) => wrongField('imap_account_ids', message);
  const missing = ids.find((id) => !accounts.some((account) => account.id === id));
  if (missing !== undefined) throw refusal(`There is no mailbox with the id ${missing}.`);
  const inactive = accounts.find((account) => !account.isActive);
  if (inactive)
    throw refusal(`${inactive.user} is inactive. Only active accounts can be selected.`);
  return ids.flatMap((id) => accounts.filter((account) => account.id === id));
}

/**
 * Searches mailboxes for presale codes and yields what happens, up to `done`. `searchId` names the
 * search: called again with the same id, a search that still runs is joined and a finished one
 * answered from memory.
 * @throws DomainError `bad_request` for mailboxes that cannot be searched; those of {@link runJob}.
 * The caller rejoins after DeskGone; this function does not.
 */
export async function* searchPresaleCodes(
  ctx: Ctx,
  search: PresaleSearch,
  searchId: string,
): AsyncGenerator<SearchEvent> {
  const learned = await learnedCodesOf(ctx);
  const query = { ...toQuery(search, sinceOf(search, ctx.clock())), learned };
  const id = `scan-${ctx.operator?.id ?? 0}-${searchId}`;
  const isKnown = await isKnownJob(ctx, id);
  const accounts = await searchableAccounts(ctx, search.imap_account_ids).catch((refusal) => {
    // Mailboxes may have been deleted or deactivated since then. A search that the desk has remains
    // readable, because the desk has its mailboxes.
    if (isKnown) return [];
    throw refusal;
  });
  if (!isKnown) await recordSearch(ctx, search.imap_account_ids);
  const sign = mailSigner(ctx);
  const mailboxes = await toJobMailboxes(ctx, accounts);
  const job = { kind: 'scan' as const, id, withinMs: SEARCH_DEADLINE_MS, mailboxes, query };
  for await (const event of runJob(ctx, job)) {
    if (event.type === 'done') {
      const { codes, mailboxes: reports } = event.answer;
      // The results must reach the operator even if this fails.
      if (!event.isRepeat)
        await afterwards(ctx, 'result of a search not recorded', async () => {
          await recordReports(ctx, accounts, reports);
          await markPlacesUsed(
            ctx,
            codes.map(({ code_id }) => code_id),
          );
        });
      // Also stores those of a search that ended while nobody was connected. Storing codes again
      // changes nothing.
      await afterwards(ctx, 'codes of a search not stored', () =>
        storeCodes(ctx, codes, search.search_keywords),
      );
    }
    yield sign(event);
  }
}

/** The maximum number of stored codes of a search; the most likely ones are stored. */
const MOST_STORED = 500;
/** A mail in the form of scanners: the id of its mailbox; folder, validity of the uids and uid. */
const SCANNED_MAIL = /^(\d+)\/(.+)$/s;

/** Stores the codes that a search has found, for the pages of the sales that they fit. */
async function storeCodes(
  ctx: Ctx,
  codes: readonly FoundCode[],
  words: readonly string[],
): Promise<void> {
  const { text, mail: longestMail } = WATCHING_LIMITS;
  const rows = codes.slice(0, MOST_STORED).flatMap((presaleCode) => {
    const [, mailbox, mail = ''] = SCANNED_MAIL.exec(presaleCode.mail_id) ?? [];
    if (mailbox === undefined || mail.length > longestMail) return [];
    return {
      mailboxId: Number(mailbox),
      mail,
      mailKey: mail,
      code: cut(presaleCode.code, text),
      confidence: presaleCode.confidence,
      evidence: cut(presaleCode.evidence, text),
      account: presaleCode.account,
      subject: cut(presaleCode.email_subject, text),
      sender: cut(presaleCode.email_from, text),
      arrived: presaleCode.email_date,
    };
  });
  if (rows.length > 0) await insertSearchCodes(ctx, rows, words);
}

/** Records who searched which mailboxes, without the words of the search. */
const recordSearch = (ctx: Ctx, mailboxIds: readonly number[]) =>
  auditStatement(ctx, {
    action: 'presale-codes.search',
    subject: 'presale_search',
    detail: { mailboxes: mailboxIds },
  });

/**
 * Reads the whole mail of a code as text, through a scanner. Its content is not stored, but the audit trail records who
 * read which mail.
 * @throws DomainError `not_found` for a mail that no search of the operator found, and for a deleted mailbox;
 * `conflict` for an inactive mailbox; `upstream_failed` with the reason for an unreadable one.
 */
export async function readMail(ctx: Ctx, { mail_id }: MailQuery): Promise<MailText> {
  const { mailboxId, mail } = readMailId(ctx, mail_id);
  const accounts = await findAccounts(ctx.db, [mailboxId]);
  const [account] = accounts;
  if (account === undefined)
    throw new DomainError('not_found', 'The mailbox of this mail is no longer in the list.');
  if (!account.isActive)
    throw new DomainError(
      'conflict',
      `${account.user} is inactive. Activate it to read its mails.`,
    );
  await auditStatement(ctx, {
    action: 'presale-codes.open-mail',
    subject: `imap_account:${account.id}`,
    detail: { mail },
  });
  const mailboxes = await toJobMailboxes(ctx, accounts);
  const id = `mail-${crypto.randomUUID()}`;
  let text: MailText | null = null;
  const job = { kind: 'fetch' as const, id, mail, mailboxes, withinMs: READ_WITHIN_MS };
  for await (const event of runJob(ctx, job)) {
    if (event.type === 'mail') text = event.mail;
    if (event.type !== 'done') continue;
    if (text !== null) return text;
    const reason = event.answer.mailboxes[0]?.message ?? 'The mail could not be read.';
    throw new DomainError('upstream_failed', reason);
  }
  throw new DeskGone();
}

/** The whole answer of a search at once. */
export const searchToEnd = (
  ctx: Ctx,
  search: PresaleSearch,
  searchId: string,
): Promise<PresaleAnswer> => untilDone(searchPresaleCodes(ctx, search, searchId));
