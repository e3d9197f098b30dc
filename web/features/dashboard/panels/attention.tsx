import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import type { PresaleWatch } from '../../../../shared/presale-watches/schema.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { Time } from '../../../kit/time.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { StatusDot, type Tone } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button-styles.ts';
import { Section } from '../../../ui/panel.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { describeHealth, fixLabel, isFailing } from '../../mailboxes/health/health-text.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { firedAlertsQuery } from '../../notifications/queries.ts';
import { watchesQuery } from '../../presale-watches/queries.ts';
import { STATE_WORDS } from '../../presale-watches/state-words.ts';
import { savedHeight, useLastHeight } from './last-height.ts';

/** The maximum number of rows in a panel, so that none has its own scrollbar. */
const ROWS = 5;

/** The states of watches change without a message of the live channel. */
const REFRESH_MS = 60_000;

/** A row, or the sentence of a list without rows. */
const ROW_HEIGHT = 42;
const LAST_HEIGHTS = {
  mailboxes: savedHeight('mailboxes', ROW_HEIGHT),
  watches: savedHeight('watches', ROW_HEIGHT),
  alerts: savedHeight('alerts', ROW_HEIGHT),
};

interface ListPanelProps<Row> {
  list: keyof typeof LAST_HEIGHTS;
  title: string;
  query: Pick<UseQueryResult<readonly Row[]>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Chooses the rows to list; by default all of them. */
  choose?: (rows: readonly Row[]) => readonly Row[];
  /** The link to all rows; their number is known once they are read. */
  all: { label: string; link: Pick<LinkProps, 'to' | 'search'> };
  /** The sentence of a list without chosen rows. */
  none: (rows: readonly Row[]) => string;
  row: (row: Row) => ReactNode;
}

/** A panel with the first rows of a list, and a link to the page of all. */
function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { list, title, query, all, none, row, choose = (rows) => rows } = props;
  const { content, height } = useLastHeight(LAST_HEIGHTS[list]);
  const { data } = query;
  const chosen = data === undefined ? 0 : choose(data).length;
  return (
    <Section
      title={title}
      actions={
        <Link {...all.link} className={textLinkClass}>
          {all.label}
          {chosen > ROWS ? `, ${formatNumber(chosen)}` : ''}
        </Link>
      }
    >
      <div style={{ minHeight: height }}>
        <div ref={content}>
          <QueryView
            query={query}
            headingLevel={3}
            failure={`${title} could not be loaded`}
            loading={
              <TableSkeleton
                label={`Loading ${title.toLowerCase()}`}
                rows={Math.floor(height / ROW_HEIGHT)}
              />
            }
          >
            {(rows) => (
              <ul aria-label={title} className="m-0 list-none p-0">
                {choose(rows).slice(0, ROWS).map(row)}
                {chosen > 0 ? null : (
                  <li className="grid min-h-10.5 content-center text-text-muted">{none(rows)}</li>
                )}
              </ul>
            )}
          </QueryView>
        </div>
      </div>
    </Section>
  );
}

interface RowProps {
  tone: Tone;
  title: string;
  /** The title, or a link with it. */
  name: ReactNode;
  detail: ReactNode;
  /** At the right: a time, a number or a button. */
  children: ReactNode;
}

const Row = ({ tone, title, name, detail, children }: RowProps) => (
  <li className="flex h-10.5 items-center gap-2.5">
    <StatusDot tone={tone} />
    <span className="min-w-0 flex-1">
      <span className="block truncate leading-4" title={title}>
        {name}
      </span>
      <span className="block truncate text-xs leading-4 text-text-muted">{detail}</span>
    </span>
    {children}
  </li>
);

/** The mailboxes that fail, each with the action that fixes it. */
export function FailingMailboxes() {
  return (
    <ListPanel
      list="mailboxes"
      title="Failing mailboxes"
      query={useQuery(mailboxesQuery)}
      choose={(accounts) => accounts.filter(isFailing)}
      all={{ label: 'All mailboxes', link: { to: '/imap-accounts' } }}
      none={noneFailing}
      row={(account) => <MailboxRow key={account.id} account={account} />}
    />
  );
}

/** The sentence if no mailbox fails. It counts those that were never read. */
function noneFailing(accounts: readonly ImapAccount[]): string {
  if (accounts.length === 0) return 'No mailbox is added.';
  const active = accounts.filter(({ is_active: isActive }) => isActive);
  if (active.length === 0) return 'No mailbox is active.';
  const unread = active.filter(({ health }) => health.worked_at === null).length;
  if (unread === 0) return 'All active mailboxes could be read.';
  if (unread === active.length) return 'No active mailbox has been checked yet.';
  return `No active mailbox fails. ${formatNumber(unread)} of ${formatNumber(active.length)} ${unread === 1 ? 'waits' : 'wait'} for a first check.`;
}

function MailboxRow({ account }: { account: ImapAccount }) {
  const { text, at, form, tail, detail } = describeHealth(account);
  const now = useNow();
  return (
    <Row
      tone="danger"
      title={account.user}
      name={account.user}
      detail={
        <span title={detail || undefined}>
          {text} {at === null ? null : <Time at={at} as={form} now={now} />} {tail}
        </span>
      }
    >
      <Link
        to="/imap-accounts"
        search={{ edit: String(account.id) }}
        aria-label={`${fixLabel(account)} ${account.user}`}
        className={buttonClass('secondary', 'xs')}
      >
        {fixLabel(account)}
      </Link>
    </Row>
  );
}

const failingFirst = (watches: readonly PresaleWatch[]): PresaleWatch[] =>
  watches
    .filter(({ is_paused: isPaused }) => !isPaused)
    .sort((a, b) => Number(b.state === 'failing') - Number(a.state === 'failing'));

/** The operator's watches that are not paused, failing ones first. */
export function RunningWatches() {
  return (
    <ListPanel
      list="watches"
      title="Running watches"
      query={useQuery({ ...watchesQuery, refetchInterval: REFRESH_MS })}
      choose={failingFirst}
      all={{
        label: 'All watches',
        link: { to: '/presale-code-tool', search: { watches: 'open' } },
      }}
      none={() => 'No watch runs. Keep a presale search watching to be told of new codes.'}
      row={(watch) => <WatchRow key={watch.id} watch={watch} />}
    />
  );
}

function WatchRow({
  watch: { name, state, mailboxes, codes, last_code_at },
}: {
  watch: PresaleWatch;
}) {
  const { word, tone } = STATE_WORDS[state];
  const now = useNow();
  return (
    <Row
      tone={tone}
      title={name}
      name={
        <Link to="/presale-code-tool" search={{ watches: 'open' }} className="hover:underline">
          {name}
        </Link>
      }
      detail={`${word}, ${countOf(mailboxes.length, 'mailbox', 'mailboxes')}`}
    >
      <span className="tn flex-none text-right text-xs">
        <span className="block leading-4">
          {codes === 0 ? 'No code yet' : countOf(codes, 'code')}
        </span>
        {last_code_at === null ? null : (
          <Time at={last_code_at} as="ago" now={now} className="block leading-4 text-text-muted" />
        )}
      </span>
    </Row>
  );
}

/** The newest price alerts that fired. */
export function FiredAlerts() {
  const query = useQuery(firedAlertsQuery);
  const now = useNow();
  return (
    <ListPanel
      list="alerts"
      title="Fired alerts"
      query={query}
      all={{
        label: 'All alerts',
        link: { to: '/event-price-monitoring', search: { alert: 'yes' } },
      }}
      none={() => 'No price alert has fired.'}
      row={({ id, title, topic, body, href, created_at: at }) => (
        <li key={id} className="flex h-10.5 items-center gap-2.5">
          <span className="min-w-0 flex-1">
            {href === null ? (
              <span className="block truncate leading-4">{title}</span>
            ) : (
              <Link to={href} className="block truncate leading-4 hover:underline" title={title}>
                {title}
              </Link>
            )}
            <span className="block truncate text-xs leading-4 text-text-muted" title={body}>
              {topic === '' ? body : `${topic}: ${body}`}
            </span>
          </span>
          <Time at={at} as="ago" now={now} className="tn flex-none text-xs text-text-muted" />
        </li>
      )}
    />
  );
}
