import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Radar } from 'lucide-react';
import { useState } from 'react';
import type { SaleCode } from '../../../../shared/sales/schema.ts';
import { failureText, toastFailure, tryAgain } from '../../../kit/failure.ts';
import { RetryButton } from '../../../kit/query-view.tsx';
import { Time } from '../../../kit/time.tsx';
import { countOf, formatNumber, formatPercent } from '../../../lib/format.ts';
import { Badge, StatusDot } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { allCodesQuery, watchForCodes } from './queries.ts';
import type { Sale } from './sale-query.ts';
import { Nothing, SaleSection } from './section.tsx';

/** Rows that are shown at first. */
const FIRST_ROWS = 5;
/** Rows that one click adds: a page with thousands would be slow. */
const MORE_ROWS = 100;

/** The codes that fit, each with its presale, its validity, and its sentence. */
export function Codes({ sale }: { sale: Sale }) {
  const { codes, codes_total: total, watched_mailboxes: mailboxes } = sale;
  const [rows, setRows] = useState(FIRST_ROWS);
  const [isWanted, setIsWanted] = useState(false);
  const isCut = codes.length < total;
  const all = useQuery({ ...allCodesQuery(sale.event.event_id), enabled: isCut && isWanted });
  const isWhole = !isCut || all.data !== undefined;
  const list = isCut ? (all.data ?? codes) : codes;
  const showAll = () => {
    setIsWanted(true);
    setRows(rows + MORE_ROWS);
  };
  const reads =
    mailboxes === 0 ? (
      <StatusDot>No mailbox is watched</StatusDot>
    ) : (
      <StatusDot tone="success">{`Watching ${countOf(mailboxes, 'mailbox', 'mailboxes')}`}</StatusDot>
    );
  return (
    <SaleSection
      title="Codes that fit"
      note={countText(list.length, isWhole ? list.length : total)}
      actions={<span className="text-xs">{reads}</span>}
    >
      {list.length === 0 ? <NoCodes sale={sale} isWhole={isWhole} /> : null}
      {list.length === 0 ? null : (
        <ul aria-label="Codes that fit" className="m-0 list-none p-0">
          {list.slice(0, rows).map((code) => (
            <CodeRow key={code.code} code={code} />
          ))}
        </ul>
      )}
      {all.isError ? (
        <p role="alert" className="px-5 pt-2 text-xs text-danger-text max-md:px-3.5">
          {failureText(all.error, tryAgain('The other codes could not be loaded'))}{' '}
          <RetryButton query={all} />
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 px-5 pt-2 max-md:px-3.5">
        <RowButtons rows={rows} listed={list.length} onRows={setRows} />
        {isWhole || rows < list.length || all.isError ? null : (
          <Button size="xs" variant="ghost" busy={all.isLoading} onClick={showAll}>
            All codes
          </Button>
        )}
        {sale.is_watched_for_codes || list.length === 0 ? null : <WatchButton sale={sale} />}
      </div>
    </SaleSection>
  );
}

function NoCodes({ sale, isWhole }: { sale: Sale; isWhole: boolean }) {
  if (!isWhole)
    return (
      <Nothing icon={<KeyRound />} title="None in the first mails">
        More mails may fit this event than are compared at first. Show all codes to compare them.
      </Nothing>
    );
  return (
    <Nothing
      icon={<KeyRound />}
      title="None found"
      action={sale.is_watched_for_codes ? null : <WatchButton sale={sale} />}
    >
      {sale.is_watched_for_codes
        ? 'Your watch of this event has found no code yet. You are notified when one arrives.'
        : 'No watch and no search has found a mail of this event. A watch notifies you when one arrives.'}
    </Nothing>
  );
}

interface RowButtonsProps {
  /** How many are shown at most. */
  rows: number;
  listed: number;
  onRows: (rows: number) => void;
}

/** The buttons that show more of the listed codes, or the first ones only. */
function RowButtons({ rows, listed, onRows }: RowButtonsProps) {
  const next = rows === FIRST_ROWS ? MORE_ROWS : rows + MORE_ROWS;
  return (
    <>
      {listed > rows ? (
        <Button size="xs" variant="ghost" onClick={() => onRows(next)}>
          {`${formatNumber(Math.min(listed, next) - rows)} more`}
        </Button>
      ) : null}
      {rows > FIRST_ROWS ? (
        <Button size="xs" variant="ghost" onClick={() => onRows(FIRST_ROWS)}>
          Fewer codes
        </Button>
      ) : null}
    </>
  );
}

/** `12 codes`, or `100 of at most 5,000 codes` while not all mails have been compared; null for none. */
function countText(listed: number, total: number): string | null {
  if (listed === total) return total === 0 ? null : countOf(total, 'code');
  return `${formatNumber(listed)} of at most ${countOf(total, 'code')}`;
}

const FIT_WORDS: Record<SaleCode['fit'], string> = {
  presale: 'Several presales',
  artist: 'No presale is named',
  time: '',
};

/** A line on wide screens and three on telephones; a press on the mail's sentence shows it whole, with where it comes from. */
function CodeRow({ code: one }: { code: SaleCode }) {
  const { code, fit, presale_name: presale, confidence, mailboxes } = one;
  const window = presale ?? FIT_WORDS[fit];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-t border-border px-5 py-1.5 max-md:px-3.5 md:grid-cols-[minmax(110px,0.8fr)_minmax(140px,1.1fr)_minmax(0,1.6fr)_auto]">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="mono font-semibold break-all">{code}</bdi>
        <span className="tn text-xs text-text-muted">{formatPercent(confidence)} likely</span>
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-md:row-start-2">
        {fit === 'time' ? <Badge tone="warning">May fit</Badge> : null}
        <span className="wrap-anywhere">{window}</span>
        <span className="text-xs text-text-muted">{validity(one)}</span>
      </span>
      <details className="group min-w-0 text-xs max-md:col-span-2 max-md:row-start-3">
        <summary className="items-start">
          <span className="min-w-0 flex-1">
            <span
              dir="auto"
              className="block truncate group-open:whitespace-normal group-open:wrap-anywhere"
            >
              {one.evidence || one.email_subject}
            </span>
            <span className="block truncate text-text-muted group-open:whitespace-normal group-open:wrap-anywhere max-md:hidden max-md:group-open:block">
              {one.why} {mailboxes === 1 ? one.account : countOf(mailboxes, 'mailbox', 'mailboxes')}
              , from {one.email_from || 'an unknown sender'},{' '}
              <Time at={one.email_date || one.found_at} />
            </span>
          </span>
        </summary>
      </details>
      <span className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        <CopyButton text={code} label={`Copy ${code}`} />
      </span>
    </li>
  );
}

/** `Tue 24 Nov, 11:00 until Thu 26 Nov, 09:00`, in the words of the mail. */
function validity({ valid_from: from, valid_until: until }: SaleCode): string {
  if (from === null && until === null) return 'Valid times are not in the sentence';
  return [from === null ? '' : `From ${from}`, until === null ? '' : `until ${until}`]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/^u/, 'U');
}

function WatchButton({ sale: { event } }: { sale: Sale }) {
  const client = useQueryClient();
  const watch = useMutation({
    mutationFn: () => watchForCodes(client, event),
    onSuccess: ({ watched, active }) =>
      watched === 0
        ? toast({
            title: 'No mailbox is active',
            text: 'Add one on the page IMAP Accounts.',
            tone: 'warning',
          })
        : toast({
            title: `Watching ${countOf(watched, 'mailbox', 'mailboxes')} for codes`,
            text:
              watched < active ? `A watch reads at most ${watched} of ${active} mailboxes.` : '',
          }),
    onError: toastFailure(tryAgain('Failed to watch the mailboxes')),
  });
  if (event.artist === '') return null;
  return (
    <Button size="sm" icon={<Radar />} busy={watch.isPending} onClick={() => watch.mutate()}>
      Watch mailboxes
    </Button>
  );
}
