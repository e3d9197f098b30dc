import { Link } from '@tanstack/react-router';
import type { DashboardNumbers } from '../../../../shared/dashboard/schema.ts';
import { Time } from '../../../kit/time.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import type { DashboardProps } from '../queries.ts';

const ROWS = 5;

const countsText = (events: DashboardNumbers['events']): string =>
  [
    `${formatNumber(events.events_this_week)} this week`,
    countOf(events.upcoming_sales, 'upcoming sale'),
    countOf(events.active_countries, 'active country', 'active countries'),
  ].join(', ');

/** The newest events of the resale platform, with the counts of the coming week. */
export function RecentEvents({ data }: DashboardProps) {
  const events = data?.events;
  return (
    <section aria-labelledby="recent-events" className="flex min-h-84.5 min-w-0 flex-col">
      <div className="flex flex-none items-baseline gap-2 px-5 pt-4 max-md:px-3.5">
        <h2 id="recent-events" className="min-w-0 flex-1 font-semibold">
          Recent events
        </h2>
        <Link to="/events" className={`${textLinkClass} flex-none`}>
          All events
        </Link>
      </div>
      <p className="tn min-h-4.5 flex-none px-5 pb-1.5 text-xs text-text-muted max-md:px-3.5">
        {/* Without events, nothing was read yet and the counts are unknown. */}
        {data === undefined || data.overview.total_events === 0 ? '' : countsText(data.events)}
      </p>
      {events === undefined ? (
        <TableSkeleton label="Loading recent events" rows={7} />
      ) : events.recent_events.length === 0 ? (
        <EmptyState headingLevel={3} title="No events yet" className="m-auto">
          Events of the resale platform appear here once they are read.
        </EmptyState>
      ) : (
        <Table label="Newest events" density="two-line" scrollClassName="flex-none">
          <thead>
            <tr>
              <HeadCell>Event</HeadCell>
              <HeadCell>Date</HeadCell>
              <HeadCell>Status</HeadCell>
            </tr>
          </thead>
          <tbody>
            {events.recent_events.slice(0, ROWS).map(({ artist, venue, date, status }) => (
              <tr key={`${artist} ${venue} ${date}`}>
                <td className="w-full max-w-0">
                  <span className="block truncate font-medium" title={artist}>
                    {artist}
                  </span>
                  <span className="block truncate text-xs text-text-muted" title={venue}>
                    {venue}
                  </span>
                </td>
                <td className="tn">
                  <Time at={date} as="day" />
                </td>
                <td>
                  <Badge tone={status === 'onsale' ? 'success' : 'info'}>
                    {status === 'onsale' ? 'On sale' : 'Upcoming'}
                  </Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
