import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { failureText } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { Screen } from '../../kit/screen.tsx';
import { useChannel } from '../../lib/channel/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { StatusDot } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat, StatRow } from '../../ui/stat.tsx';
import { SideCards, ToolCards } from './cards.tsx';
import { AccountClasses, QueueRatios } from './charts.tsx';
import { type DashboardProps, dashboardQuery } from './queries.ts';
import { RecentEvents } from './recent-events.tsx';
import { Today } from './today.tsx';

/** Messages of this long are answered by one call. */
const GATHER_MS = 2_000;
const LOAD_FAILED = {
  refused: 'Failed to load dashboard data',
  thrown: 'Failed to load dashboard data',
};

/** The dashboard. Its frame is there at once, so that nothing moves when the numbers arrive. */
export function DashboardScreen() {
  const query = useQuery(dashboardQuery);
  useLiveDashboard();
  const content = (data: DashboardProps['data']) => <Content data={data} />;
  return (
    <Screen
      title="Dashboard"
      context={<Clock />}
      actions={
        <>
          <Link to="/profiles" className={`${buttonClass('secondary', 'sm')} max-md:hidden`}>
            <Upload />
            Upload CSV
          </Link>
          <Link to="/ticketmaster" className={buttonClass('primary', 'sm')}>
            <Search />
            Find events
          </Link>
        </>
      }
    >
      <QueryView
        query={query}
        loadingLabel="Loading the dashboard"
        loading={content(undefined)}
        failureText={(error) => failureText(error, LOAD_FAILED)}
      >
        {content}
      </QueryView>
    </Screen>
  );
}

/** Loads the dashboard again after a message of the live channel; many messages cause one call. */
function useLiveDashboard(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: dashboardQuery.queryKey });
    }, GATHER_MS);
  };
  useChannel('priceUpdate', refresh);
  useChannel('monitor', refresh);
  useChannel('notification', refresh);
  useChannel('scanner', refresh);
}

const today = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** Friday 20 November, 14:32 */
function Clock() {
  const now = useNow();
  return (
    <>
      {today.format(now)}, {clock.format(now)}
    </>
  );
}

function Content({ data }: DashboardProps) {
  const { overview } = data ?? {};
  return (
    <div aria-busy={data === undefined}>
      <StatRow label="Overview">
        <Stat label="Total Events Tracked" value={figure(overview?.total_events)} />
        <Stat label="Artists Monitored" value={figure(overview?.artists_monitored)} />
        <Stat label="Users Generated" value={figure(overview?.users_generated)} />
        <Stat label="Queue Datas Processed" value={figure(overview?.queue_files_processed)} />
      </StatRow>
      <Connections data={data} />
      <div className="min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,1fr)_326px]">
        <div className="min-w-0 border-border min-[1100px]:border-r">
          <Today data={data} />
          <div className="border-b border-border lg:grid lg:grid-cols-[3fr_2fr] [&>*+*]:border-border max-lg:[&>*+*]:border-t lg:[&>*+*]:border-l">
            <QueueRatios data={data} />
            <AccountClasses data={data} />
          </div>
          <RecentEvents data={data} />
          <ToolCards data={data} />
        </div>
        <SideCards data={data} />
      </div>
    </div>
  );
}

/** A number, or a bar of its height while it is on its way. */
function figure(value: number | undefined): ReactNode {
  if (value !== undefined) return formatNumber(value);
  return <Skeleton className="my-1.5 inline-block h-5 w-16 align-top" />;
}

const STATE_TEXTS = { simulated: 'simulated', missing: 'without a key', live: 'live' };

/** Whether the numbers come from the live providers; as high while that is not known. */
function Connections({ data }: DashboardProps) {
  const { providers = [], problems = [] } = data?.outlook ?? {};
  const isLive = providers.every(({ state }) => state === 'live');
  const states = providers.map(({ name, state }) => `${name} is ${STATE_TEXTS[state]}`).join(', ');
  return (
    <div className="min-h-[58px] border-b border-border px-5 py-2 max-md:min-h-[100px] max-md:px-3.5">
      {data === undefined ? null : problems.length > 0 ? (
        <Banner tone="warning" title="A data source fails.">
          {problems.join(' ')}
        </Banner>
      ) : isLive ? (
        <p className="pt-2.5 text-text-muted">
          <StatusDot tone="success">All data connections are live.</StatusDot>
        </p>
      ) : (
        <Banner title="Data connections are in development.">
          {states}. Live statistics are coming soon.
        </Banner>
      )}
    </div>
  );
}
