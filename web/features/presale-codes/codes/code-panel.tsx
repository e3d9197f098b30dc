import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, MailOpen } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';
import { failureText, tryAgain } from '../../../kit/failure.ts';
import { Time } from '../../../kit/time.tsx';
import { api, send } from '../../../lib/api.ts';
import { countOf, formatNumber, formatPercent } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { noteCopy } from '../../code-memory/queries.ts';
import { VerdictButtons } from '../../code-memory/verdict-buttons.tsx';
import { BandBadge, Evidence } from './code-parts.tsx';
import { type CodeGroup, folderOf } from './code-view.ts';

/** Mails shown before "Show more". */
const PAGE = 25;

interface CodePanelProps {
  group: CodeGroup;
  /** The index of the code in the list, and the number of codes. */
  place: number;
  count: number;
  panelRef: RefObject<HTMLDivElement | null>;
  /** Opens the code this many rows further on. */
  onMove: (rows: number) => void;
  onClose: () => void;
}

/**
 * The mails of a code. They cover the form, so that the list keeps its rows and columns, and on a
 * telephone the whole screen.
 */
export function CodePanel({ group, place, count, panelRef, onMove, onClose }: CodePanelProps) {
  const { key, all } = group;
  return (
    <div
      ref={panelRef}
      className="flex min-h-0 flex-none lg:absolute lg:inset-y-0 lg:right-full lg:z-(--z-sticky) lg:w-82"
    >
      <SidePanel
        size="beside"
        side="left"
        className="lg:w-full!"
        title={all.length > 1 ? `${countOf(all.length, 'mail')}` : 'Mail'}
        actions={
          <>
            <span className="tn mr-1 text-xs whitespace-nowrap text-text-muted">
              {formatNumber(place + 1)} of {formatNumber(count)}
            </span>
            <IconButton
              label="Previous code"
              icon={<ChevronUp />}
              aria-disabled={place === 0 || undefined}
              onClick={() => onMove(-1)}
            />
            <IconButton
              label="Next code"
              icon={<ChevronDown />}
              aria-disabled={place === count - 1 || undefined}
              onClick={() => onMove(1)}
            />
          </>
        }
        onClose={onClose}
      >
        <Mails key={key} group={group} />
      </SidePanel>
    </div>
  );
}

/** The code with its confidence, and its mails. */
function Mails({ group: { best, all, accounts } }: Pick<CodePanelProps, 'group'>) {
  const [shownCount, setShownCount] = useState(PAGE);
  const left = all.length - shownCount;
  return (
    <>
      <div className="flex flex-col gap-2 border-b border-border px-5 py-4 max-md:px-3.5">
        <div className="flex items-start gap-2">
          <p className="mono min-w-0 flex-1 text-lg leading-6 font-semibold break-all">
            {best.code}
          </p>
          <CopyButton
            labelled
            text={best.code}
            label="Copy"
            onCopied={() => noteCopy(best.code_id)}
          />
          <VerdictButtons code={best} />
        </div>
        <p className="tn flex flex-wrap items-center gap-2 text-xs text-text-muted">
          <BandBadge confidence={best.confidence} />
          {formatPercent(best.confidence)} likely, in{' '}
          {countOf(accounts.length, 'mailbox', 'mailboxes')}
        </p>
      </div>
      <ul className="m-0 list-none p-0" aria-label="Mails">
        {all.slice(0, shownCount).map((mail, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the mails of a code keep their order.
          <Mail key={index} mail={mail} />
        ))}
      </ul>
      {left > 0 ? (
        <div className="p-4 text-center">
          <Button onClick={() => setShownCount(shownCount + PAGE)}>
            Show {Math.min(PAGE, left)} more of {all.length}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Mail({ mail }: { mail: FoundCode }) {
  const facts = [
    ['Account', mail.account],
    ['Folder', folderOf(mail) || 'N/A'],
    ['Subject', mail.email_subject || 'Email'],
    ['Sender', mail.email_from || 'N/A'],
    ['Date', <Time key="date" at={mail.email_date} as="us" />],
    ['Confidence', formatPercent(mail.confidence)],
  ] as const;
  return (
    <li className="border-border px-5 py-3.5 max-md:px-3.5 [&+li]:border-t">
      {mail.evidence === '' ? null : (
        <div className="mb-2.5 border-l-2 border-border-strong pl-2.5">
          <Evidence text={mail.evidence} code={mail.code} />
        </div>
      )}
      <Facts className="grid-cols-[80px_minmax(0,1fr)]!">
        {facts.map(([name, value]) => (
          <Fact key={name} label={name} dir="auto" className="break-words">
            {value}
          </Fact>
        ))}
      </Facts>
      <WholeMail id={mail.mail_id} />
    </li>
  );
}

const READ_FAILED = tryAgain('The mail could not be read');

/**
 * Reads the whole mail through the scanner when it is opened. It is shown as text and not stored.
 */
function WholeMail({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ['presale-mail', id],
    queryFn: async ({ signal }) =>
      (await send(api['presale-codes'].mail.$get({ query: { mail_id: id } }, { init: { signal } })))
        .mail,
    enabled: isOpen,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div className="mt-2.5 flex flex-col items-start gap-2">
      <Button
        size="xs"
        icon={<MailOpen />}
        busy={isOpen && query.isFetching}
        aria-expanded={isOpen}
        onClick={() => (isOpen && query.isError ? void query.refetch() : setOpen(!isOpen))}
      >
        {wordOf(isOpen, query.isFetching, query.isError)}
      </Button>
      {isOpen && query.isError ? (
        <p role="alert" className="text-xs text-danger-text">
          {failureText(query.error, READ_FAILED)}
        </p>
      ) : null}
      {isOpen && query.data ? (
        <>
          <pre
            dir="auto"
            className="m-0 w-full rounded-md border border-border bg-surface-sunken p-2.5 font-[inherit] text-xs leading-4.5 break-words whitespace-pre-wrap"
          >
            {query.data.text || 'This mail has no text.'}
          </pre>
          {query.data.is_cut ? (
            <p className="text-xs text-text-muted">Only the beginning of this mail is shown.</p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function wordOf(isOpen: boolean, isReading: boolean, isFailed: boolean): string {
  if (!isOpen) return 'Open whole mail';
  if (isReading) return 'Reading...';
  return isFailed ? 'Retry' : 'Close mail';
}
