import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PartState } from '../../../../shared/dashboard/schema.ts';
import { Time } from '../../../kit/time.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { StatusDot, type Tone } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button-styles.ts';
import { Section } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { ArtistImage } from '../../ticketing/artist-image.tsx';
import type { DashboardProps } from '../queries.ts';

/** Panels of equal height beside each other, split by hairlines; the last one fills its line. */
export const bandClass =
  'grid gap-px border-b border-border bg-border [&>*]:border-t-0! [&>*]:bg-surface';

const QUICK_COUNTS = [100, 500, 1000];
const SEARCHES_SHOWN = 5;
const QUICK_ACTIONS = [
  ['/queues-tool', 'Upload queue files'],
  ['/presale-code-tool', 'Search presale codes'],
  ['/artist-monitor', 'Monitor an artist'],
  ['/event-price-monitoring', 'Watch prices'],
] as const;

/** Quick actions and a card for each tool without a panel, side by side. */
export function ToolCards({ data }: DashboardProps) {
  return (
    <div
      className={`${bandClass} grid-cols-1 md:grid-cols-2 md:max-2xl:[&>:last-child]:col-span-2 2xl:grid-cols-5`}
    >
      <Section title="Quick actions">
        <div className="flex flex-wrap gap-2">
          {QUICK_ACTIONS.map(([to, label]) => (
            <Link key={to} to={to} className={buttonClass('secondary', 'sm')}>
              {label}
            </Link>
          ))}
        </div>
      </Section>
      <UserGenerator data={data} />
      <Section title="Queue analytics" actions={<CardLink to="/queues-tool">Queues Tool</CardLink>}>
        <Facts>
          <Fact label="Records">{count(data?.queues.total_records)}</Fact>
          <Fact label="Average position">
            {count(data && Math.round(data.queues.avg_position))}
          </Fact>
          <Fact label="Active queues">{count(data?.queues.active_queues)}</Fact>
          <Fact label="In progress">{count(data?.queues.processing_queues)}</Fact>
        </Facts>
      </Section>
      <Section title="Profiles" actions={<CardLink to="/profiles">Upload CSV</CardLink>}>
        <Facts>
          <Fact label="Profiles">{count(data?.profiles.total_profiles)}</Fact>
          <Fact label="Uploaded in 7 days">{count(data?.profiles.recent_uploads)}</Fact>
        </Facts>
      </Section>
      <Section title="Bot configuration">
        <Facts>
          <Fact label="Adonis Tool, five sites">
            <CardLink to="/adonis-tool">Multi-site CSV</CardLink>
          </Fact>
          <Fact label="Encore, by event">
            <CardLink to="/encore-tool">Event Config</CardLink>
          </Fact>
        </Facts>
      </Section>
    </div>
  );
}

const STATES: Record<PartState, Tone> = {
  operational: 'success',
  processing: 'info',
  degraded: 'warning',
  offline: 'danger',
};

export function SystemStatus({ data }: DashboardProps) {
  const { system, outlook } = data ?? {};
  const metered = outlook?.providers.filter(({ name, quota }) => quota || name === 'Ticketmaster');
  const scanner = outlook && (outlook.scanner === 'connected' ? 'operational' : 'offline');
  return (
    <Section title="System status">
      {/* Where the panel fills a line of the page, two columns keep each state near its name. */}
      <div className="md:max-2xl:columns-2 md:max-2xl:gap-x-10">
        <Facts>
          <State label="API" state={system?.api_status} />
          <State label="Database" state={system?.database_status} />
          <State label="Queue system" state={system?.queue_system_status} />
          <State label="Generator" state={system?.generator_status} />
          <State label="Mailbox scanner" state={scanner} />
          <Fact label="Uptime">{system ? formatUptime(system.uptime) : ''}</Fact>
          <Fact label="Last backup">
            {system ? <Time at={system.last_backup} fallback="None" /> : ''}
          </Fact>
        </Facts>
      </div>
      <div className="mt-3 grid gap-2">
        {(metered ?? [{ name: 'Ticketmaster', quota: null }]).map(({ name, quota }) => (
          <Quota key={name} name={name} quota={quota} />
        ))}
      </div>
    </Section>
  );
}

function State({ label, state = 'processing' }: { label: string; state?: PartState | undefined }) {
  return (
    <Fact label={label}>
      <StatusDot tone={STATES[state]}>
        <span className="first-letter:uppercase inline-block">{state}</span>
      </StatusDot>
    </Fact>
  );
}

/** The used share of today's calls to a provider. */
function Quota({
  name,
  quota,
}: {
  name: string;
  quota: { available: number; limit: number } | null;
}) {
  const used = quota ? quota.limit - quota.available : 0;
  return (
    <div>
      <div className="flex justify-between gap-2">
        <span className="text-text-muted">{name} calls today</span>
        <span className="tn">
          {quota ? `${formatNumber(used)} of ${formatNumber(quota.limit)}` : 'None yet'}
        </span>
      </div>
      <Progress
        label={`${name} calls used today`}
        value={used}
        max={quota?.limit ?? 1}
        tone={quota && quota.available < quota.limit * 0.2 ? 'warning' : 'accent'}
        className="mt-1"
      />
    </div>
  );
}

export function TicketingTool({ data }: DashboardProps) {
  const searches = data?.ticketmaster.recent_searches.slice(0, SEARCHES_SHOWN) ?? [];
  return (
    <Section title="Ticketing tool" actions={<CardLink to="/ticketmaster">Search events</CardLink>}>
      <Facts>
        <Fact label="Searches performed">{count(data?.ticketmaster.searches_performed)}</Fact>
        <Fact label="Events in the last search">
          {count(data?.ticketmaster.last_search_results)}
        </Fact>
      </Facts>
      <h3 className="mt-3 mb-1 text-xs font-medium text-text-muted">Recent searches</h3>
      <ul className="m-0 list-none p-0 min-h-42.5">
        {searches.map(({ id, artist, date, image }) => (
          <li key={id}>
            <Link
              to="/ticketmaster"
              search={{ artistName: artist }}
              className="flex h-8.5 items-center gap-2.5 rounded-sm hover:bg-surface-hover"
            >
              <ArtistImage
                name={artist}
                address={image ?? ''}
                className="size-6 rounded-sm! text-2xs"
              />
              <span className="min-w-0 flex-1 truncate">{artist}</span>
              <Time at={date} className="tn text-xs text-text-muted" />
            </Link>
          </li>
        ))}
        {data && searches.length === 0 ? (
          <li className="text-text-muted">Artists that you search appear here.</li>
        ) : null}
      </ul>
    </Section>
  );
}

function UserGenerator({ data }: DashboardProps) {
  const { total_generated, last_batch_size, last_generation } =
    data?.generators.user_generator ?? {};
  return (
    <Section
      title="User generator"
      actions={<CardLink to="/user-generator">User Generator</CardLink>}
    >
      <Facts>
        <Fact label="Users generated">{count(total_generated)}</Fact>
        <Fact label="Last batch">{count(last_batch_size)}</Fact>
        <Fact label="Last generated">
          {data ? <Time at={last_generation} fallback="Never" /> : ''}
        </Fact>
      </Facts>
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">Generate users</legend>
        {QUICK_COUNTS.map((amount) => (
          <Link
            key={amount}
            to="/user-generator"
            search={{ count: String(amount) }}
            className={buttonClass('secondary', 'sm')}
          >
            Generate {amount}
          </Link>
        ))}
      </fieldset>
    </Section>
  );
}

const count = (value: number | undefined): string =>
  value === undefined ? '' : formatNumber(value);

/** `3 d 4 h`, `5 h 12 min`, `12 min`. */
function formatUptime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

type CardPath =
  | '/ticketmaster'
  | '/queues-tool'
  | '/profiles'
  | '/adonis-tool'
  | '/encore-tool'
  | '/user-generator';

function CardLink({ to, children }: { to: CardPath; children: ReactNode }) {
  return (
    <Link to={to} className={textLinkClass}>
      {children}
    </Link>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="m-0 grid gap-1.5">{children}</dl>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-5 justify-between gap-3">
      <dt className="text-text-muted">{label}</dt>
      <dd className="tn m-0 text-right">{children}</dd>
    </div>
  );
}
