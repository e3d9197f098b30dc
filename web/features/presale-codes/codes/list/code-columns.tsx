import { Check, Copy, MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { gridColumns } from '../../../../kit/data-grid/columns.ts';
import { Time } from '../../../../kit/time.tsx';
import { countOf, formatNumber, formatPercent } from '../../../../lib/format.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { VerdictButtons } from '../../../code-memory/verdict-buttons.tsx';
import { BandBadge, Evidence } from '../code-parts.tsx';
import type { CodeGroup } from '../code-view.ts';

/** The maximum number of mailboxes in a tooltip. */
const MOST_NAMED = 20;

interface CodeActions {
  /** Key of the code that was just copied. */
  copiedKey: string | null;
  /** Codes that the previous search did not find. */
  fresh: ReadonlySet<string>;
  /** Key of the code whose mails are open. */
  openKey: string | null;
  onCopy: (group: CodeGroup) => void;
  onOpen: (key: string) => void;
}

/** The columns of the list of codes, and the two lines of a narrow list. */
export function codeColumns(actions: CodeActions) {
  const columns = gridColumns<CodeGroup>({
    code: {
      label: 'Code',
      width: 'minmax(112px, 0.5fr)',
      sort: 'asc',
      isFixed: true,
      cell: (group, index) => <Name group={group} index={index} fresh={actions.fresh} />,
    },
    found: {
      label: 'Found in',
      width: 'minmax(0, 1fr)',
      cell: (group) => <FoundIn group={group} />,
    },
    account: {
      label: 'Mailbox',
      width: 'minmax(120px, 164px)',
      from: 760,
      sorts: [
        { column: 'account', first: 'asc' },
        { column: 'date', first: 'desc', label: 'Date' },
      ],
      cell: (group) => <Where group={group} />,
    },
    confidence: {
      label: 'Confidence',
      width: '92px',
      align: 'right',
      sort: 'desc',
      cell: (group) => <Confidence group={group} />,
    },
    actions: { width: '160px', buttons: (group) => <Actions group={group} {...actions} /> },
  });
  const fold = {
    below: 600,
    height: 58,
    render: (group: CodeGroup, index: number): ReactNode => (
      <TwoLines group={group} index={index} {...actions} />
    ),
  };
  return { columns, fold };
}

interface PartProps {
  group: CodeGroup;
}

interface NumberedProps extends PartProps {
  /** The index in the list. */
  index: number;
}

/** Code, sentence and confidence; then mailbox, date and the buttons. */
function TwoLines({ group, index, ...actions }: NumberedProps & CodeActions) {
  const { best, accounts } = group;
  return (
    <div className="grid grid-cols-fill-end items-center gap-x-3">
      <div className="flex min-w-0 items-center gap-2">
        <Code group={group} fresh={actions.fresh} />
        <div className="min-w-[30%] flex-1 text-xs text-text-muted">
          {best.evidence === '' ? (
            <bdi className="block truncate">{best.email_subject || 'Email'}</bdi>
          ) : (
            <Evidence isShort text={best.evidence} code={best.code} />
          )}
        </div>
      </div>
      <Confidence group={group} />
      <p className="tn flex min-w-0 gap-1.5 text-xs whitespace-nowrap text-text-subtle">
        <span className="max-sm:sr-only">Code {formatNumber(index + 1)}</span>
        <bdi className="min-w-0 truncate text-text-muted" title={namesOf(accounts)}>
          {placeOf(group)}
        </bdi>
        <span className="flex-none">
          <Time at={best.email_date} as="us" fallback="" />
        </span>
      </p>
      <Actions isShort group={group} {...actions} />
    </div>
  );
}

function Code({ group: { best }, fresh }: PartProps & Pick<CodeActions, 'fresh'>) {
  return (
    <>
      <span className="mono min-w-0 truncate leading-5 font-semibold" title={best.code}>
        {best.code}
      </span>
      {fresh.has(best.code) ? <Badge tone="accent">New</Badge> : null}
    </>
  );
}

/** The code with its displayed number in the list. */
function Name({ group, index, fresh }: NumberedProps & Pick<CodeActions, 'fresh'>) {
  const { all } = group;
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5">
        <Code group={group} fresh={fresh} />
      </p>
      <p className="tn text-2xs leading-4 text-text-subtle">
        <span>Code {formatNumber(index + 1)}</span>
        {all.length > 1 ? `, ${countOf(all.length, 'mail')}` : ''}
      </p>
    </div>
  );
}

/** The sentence with the code, and the mail that contains it. */
function FoundIn({ group: { best } }: PartProps) {
  return (
    <>
      {best.evidence === '' ? null : <Evidence isShort text={best.evidence} code={best.code} />}
      <p className="flex gap-2 text-xs leading-4.5 text-text-muted">
        <bdi className="min-w-0 truncate" title={best.email_subject}>
          {best.email_subject || 'Email'}
        </bdi>
        <bdi className="max-w-[46%] flex-none truncate text-text-subtle" title={best.email_from}>
          {nameOf(best.email_from) || 'N/A'}
        </bdi>
      </p>
    </>
  );
}

const namesOf = (accounts: readonly string[]): string => accounts.slice(0, MOST_NAMED).join(', ');

const placeOf = ({ best, accounts }: CodeGroup): string =>
  accounts.length > 1 ? countOf(accounts.length, 'mailbox', 'mailboxes') : best.account;

function Where({ group }: PartProps) {
  const { best, accounts } = group;
  return (
    <div className="min-w-0">
      <p className="truncate leading-5 text-text-muted" title={namesOf(accounts)}>
        {placeOf(group)}
      </p>
      <p className="tn truncate text-xs leading-4.5 text-text-subtle">
        <Time at={best.email_date} as="us" fallback="" />
      </p>
    </div>
  );
}

function Confidence({ group: { best } }: PartProps) {
  return (
    <span className="flex items-center justify-end gap-2">
      <BandBadge confidence={best.confidence} />
      <span className="tn min-w-8 text-right">{formatPercent(best.confidence)}</span>
    </span>
  );
}

interface ActionsProps extends PartProps, CodeActions {
  /** "Copy" without an icon, for a narrow list. */
  isShort?: boolean;
}

function Actions({ group, copiedKey, openKey, onCopy, onOpen, isShort = false }: ActionsProps) {
  const { key, best } = group;
  const isCopied = copiedKey === key;
  return (
    <div className="flex items-center justify-end gap-1">
      <Button
        size="xs"
        className={isShort ? 'min-w-14.5' : 'min-w-18.5'}
        icon={isShort ? undefined : isCopied ? <Check strokeWidth={2} /> : <Copy />}
        onClick={() => onCopy(group)}
      >
        {isCopied ? 'Copied!' : 'Copy'}
        <span className="sr-only"> {best.code}</span>
      </Button>
      <IconButton
        size="xs"
        label={`Mail with code ${best.code}`}
        aria-expanded={openKey === key}
        icon={<MailOpen />}
        onClick={() => onOpen(key)}
      />
      {/* A phone has no room for them here, so they are beside the code of the open mail. */}
      <span className={isShort ? 'contents max-sm:hidden' : 'contents'}>
        <VerdictButtons code={best} />
      </span>
    </div>
  );
}

/** The display name of `Lumen Club <news@lumen.example>`. */
const nameOf = (sender: string): string =>
  /^"?([^"<]*[^"<\s])"?\s*<[^<>]+>$/.exec(sender)?.[1] ?? sender;
