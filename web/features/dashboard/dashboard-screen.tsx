import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { QueryView } from '../../kit/query-view.tsx';
import { Screen } from '../../kit/screen.tsx';
import { Clock } from '../../kit/time.tsx';
import { useChannel, useChannelReset } from '../../lib/channel/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGathered } from '../../lib/gathered.ts';
import { reloadQueries } from '../../lib/query-client.ts';
import { buttonClass } from '../../ui/button-styles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat, StatReason, StatRow } from '../../ui/stat.tsx';
import { RecentWork } from '../recent-work/recent-work.tsx';
import { ArtistField, FindEvents } from './artist-field.tsx';
import { FailingMailboxes, FiredAlerts, RunningWatches } from './panels/attention.tsx';
import { bandClass, SystemStatus, TicketingTool, ToolCards } from './panels/cards.tsx';
import { AccountClasses, QueueRatios } from './panels/charts.tsx';
import { Connections } from './panels/connections.tsx';
import { savedHeight, useLastHeight } from './panels/last-height.ts';
import { PriceMoves } from './panels/price-moves.tsx';
import { RecentEvents } from './panels/recent-events.tsx';
import { Today } from './panels/today.tsx';
import { type DashboardProps, dashboardQuery } from './queries.ts';

/** Messages within this time cause one call. */
const GATHER_MS = 2_000;

/** The dashboard. Its frame is rendered at once, so that nothing moves when the numbers arrive. */
export function DashboardScreen() {
  const query = useQuery(dashboardQuery);
  useLiveDashboard();
  const content = (data: DashboardProps['data']) => <Content data={data} />;
  return (
    <Screen
      title="Dashboard"
      context={
        <span className="max-2xl:hidden">
          <Clock />
        </span>
      }
      actions={
        <>
          <ArtistField />
          <Link to="/profiles" className={`${buttonClass('secondary', 'sm')} max-md:hidden`}>
            <Upload />
            Upload CSV
          </Link>
          <FindEvents />
        </>
      }
    >
      <QueryView query={query} loading={content(undefined)} failure="Failed to load dashboard data">
        {content}
      </QueryView>
    </Screen>
  );
}

/** Loads the dashboard again after a message of the live channel; many messages cause one call. */
function useLiveDashboard(): void {
  const client = useQueryClient();
  const reload = () => void reloadQueries(client, { queryKey: dashboardQuery.queryKey });
  const refresh = useGathered(reload, GATHER_MS);
  useChannel('priceUpdate', refresh);
  useChannel('monitor', refresh);
  useChannel('notification', refresh);
  useChannel('scanner', refresh);
  useChannelReset(refresh);
}

/**
 * Two panels that share the width, and a narrow third one: beside them, or below them on smaller
 * screens.
 */
const THREE_PANELS = `${bandClass} grid-cols-1 [&>*]:min-w-0 md:grid-cols-2 md:max-2xl:[&>:last-child]:col-span-2 2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(260px,326px)]`;

const NO_WORK = (
  <EmptyState headingLevel={3} title="No work yet" className="h-60 max-2xl:h-44">
    What you set in the tools is saved and listed here.
  </EmptyState>
);

/** The height in px of five works on a small screen, until the height of a visit is stored. */
const FIRST_HEIGHT = 326;
const lastHeight = savedHeight('work', FIRST_HEIGHT);

/**
 * Recent work. On small screens it takes the height of the last visit at once, so that nothing
 * below it moves.
 */
function WorkPanel() {
  const { content, height } = useLastHeight(lastHeight);
  return (
    <div style={{ minHeight: height }} className="2xl:min-h-0!">
      <div ref={content}>
        <RecentWork isOverview empty={NO_WORK} />
      </div>
    </div>
  );
}

/** The panels render in short tasks, so that the page accepts input between them. */
const Content = ({ data }: DashboardProps) => <Panels data={useDeferredValue(data)} />;

const Panels = memo(({ data }: DashboardProps) => {
  const { overview } = data ?? {};
  return (
    <div aria-busy={data === undefined}>
      <StatRow label="Overview">
        <Stat label="Total Events Tracked" value={eventsFigure(overview?.total_events)} />
        <Stat label="Artists Monitored" value={figure(overview?.artists_monitored)} />
        <Stat label="Users Generated" value={figure(overview?.users_generated)} />
        <Stat label="Queue Datas Processed" value={figure(overview?.queue_files_processed)} />
      </StatRow>
      <Connections data={data} />
      <div className={THREE_PANELS}>
        <div className="min-w-0 md:col-span-2">
          <Today data={data} />
        </div>
        <WorkPanel />
      </div>
      <div className={THREE_PANELS}>
        <FailingMailboxes />
        <RunningWatches />
        <FiredAlerts />
      </div>
      <div className={THREE_PANELS}>
        <QueueRatios data={data} />
        <AccountClasses data={data} />
        <SystemStatus data={data} />
      </div>
      <div className={THREE_PANELS}>
        <RecentEvents data={data} />
        <PriceMoves data={data} />
        <TicketingTool data={data} />
      </div>
      <ToolCards data={data} />
    </div>
  );
});

/** Every feed has events, so one without events was not read yet. */
const eventsFigure = (events: number | undefined): ReactNode =>
  events === 0 ? <StatReason>Not read yet</StatReason> : figure(events);

/** A number, or a bar of its height while it loads. */
function figure(value: number | undefined): ReactNode {
  if (value !== undefined) return formatNumber(value);
  return <Skeleton className="my-1.5 inline-block h-5 w-16 align-top max-md:my-1" />;
}
