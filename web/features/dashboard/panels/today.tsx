import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ExternalLink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type NextOpening, OUTLOOK_HOURS } from '../../../../shared/dashboard/schema.ts';
import { isPublished } from '../../../../shared/ticketing/view/values.ts';
import { ownZone, Time } from '../../../kit/time.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useIsBelow } from '../../../ui/breakpoints.ts';
import { Button } from '../../../ui/button.tsx';
import { iconButtonClass } from '../../../ui/button-styles.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { FollowEvent, FollowsOf, type SaleAhead } from '../../reminders/follow.tsx';
import type { DashboardProps } from '../queries.ts';
import {
  AccountsCell,
  CodesCell,
  ReadinessLine,
  ReadinessOfRows,
  StateCell,
  useReadiness,
} from './readiness.tsx';

const MINUTE_MS = 60_000;
const NO_OPENINGS: readonly NextOpening[] = [];
/**
 * With this number of sales or fewer, half of the panel stays empty, because its height is fixed so
 * that nothing moves when they load.
 */
const FEW_OPENINGS = 3;

/** `28 min`, `5 h 28 min`, `3 d 5 h`; `Open` from that moment on. */
function formatAhead(ms: number): string {
  if (ms <= 0) return 'Open';
  const minutes = Math.ceil(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (hours > OUTLOOK_HOURS) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** The presales and public sales of the next 48 hours among monitored artists, catalogues and recent searches. */
export function Today({ data }: DashboardProps) {
  const { openings, has_more: hasMore = false, later = NO_OPENINGS } = data?.outlook ?? {};
  const all = useMemo(() => [...(openings ?? []), ...later], [openings, later]);
  const eventIds = useMemo(() => [...new Set(all.map(({ event_id: id }) => id))], [all]);
  return (
    <section
      aria-labelledby="today"
      className="@container flex min-h-95.5 flex-col max-md:min-h-120"
    >
      <div className="flex flex-none items-baseline gap-2 px-5 pt-4 pb-1.5 max-md:px-3.5">
        <h2 id="today" className="font-semibold">
          Today
        </h2>
        <span className="min-w-0 truncate text-xs text-text-muted">
          {openings === undefined || openings.length === 0
            ? `Sales of the next ${OUTLOOK_HOURS} hours`
            : `${hasMore ? firstSales(openings) : describeCount(openings)} in ${OUTLOOK_HOURS} hours, times in ${ownZone()}`}
        </span>
      </div>
      {openings === undefined ? (
        <TableSkeleton label="Loading the next sales" rows={7} />
      ) : openings.length + later.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title="No sale opens in the next 48 hours"
          className="m-auto"
          actions={<Sources />}
        >
          Presales and public sales of monitored artists, of the catalogues that are on and of your
          recent searches appear here.
        </EmptyState>
      ) : (
        <>
          <FollowsOf eventIds={eventIds}>
            <ReadinessOfRows openings={all}>
              <OpeningTable openings={openings} hasMore={hasMore} later={later} />
            </ReadinessOfRows>
          </FollowsOf>
          {openings.length + later.length <= FEW_OPENINGS ? (
            <p className="m-auto flex flex-wrap justify-center gap-x-4 px-5 text-xs text-text-muted">
              Sales of other artists appear here once you monitor or search them, or turn on a
              catalogue. <Sources />
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}

/** The sources of the sales. */
function Sources() {
  return (
    <>
      <Link to="/artist-monitor" className={textLinkClass}>
        Monitor an artist
      </Link>
      <Link to="/ticketmaster" className={textLinkClass}>
        Search an artist
      </Link>
      <Link to="/settings" search={{ section: 'catalogues' }} className={textLinkClass}>
        Catalogues
      </Link>
    </>
  );
}

/** `First 100 sales` */
const firstSales = (openings: readonly NextOpening[]): string =>
  `First ${countOf(openings.length, 'sale')}`;

/** `12 sales of 40 events open` */
function describeCount(openings: readonly NextOpening[]): string {
  const events = openings.reduce((sum, opening) => sum + opening.events, 0);
  const verb = openings.length === 1 ? 'opens' : 'open';
  return `${countOf(openings.length, 'sale')} of ${countOf(events, 'event')} ${verb}`;
}

interface OpeningTableProps {
  openings: readonly NextOpening[];
  /** Whether more sales open within the period of `openings`. */
  hasMore: boolean;
  later: readonly NextOpening[];
}

/** Rows that the panel shows at first. The page scrolls, and the panel does not. */
const FIRST_ROWS = 6;

function OpeningTable({ openings, hasMore, later }: OpeningTableProps) {
  const now = useNow();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? openings : openings.slice(0, FIRST_ROWS);
  const hidden = openings.length - shown.length;
  const row = (opening: NextOpening) => (
    <OpeningRow
      key={`${opening.event_id} ${opening.kind} ${opening.name} ${opening.opens}`}
      opening={opening}
      now={now}
    />
  );
  return (
    <>
      <Table label="Next sales" density="two-line" scrollClassName="flex-none">
        <thead>
          <tr>
            <HeadCell align="right" className="max-md:text-left">
              Opens in
            </HeadCell>
            <HeadCell className="max-md:pl-1">Event</HeadCell>
            <HeadCell className="max-md:hidden">Sale</HeadCell>
            <HeadCell align="right" className={`max-md:hidden ${WIDE_PANEL}`}>
              Codes
            </HeadCell>
            <HeadCell align="right" className={`max-md:hidden ${WIDE_PANEL}`}>
              Accounts
            </HeadCell>
            <HeadCell className="max-md:hidden">State</HeadCell>
            <HeadCell className="max-md:hidden">
              <span className="sr-only">Reminders and event page</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {shown.map(row)}
          {later.length > 0 ? (
            <tr>
              <th scope="rowgroup" colSpan={7} className="static! h-7.5! bg-surface-sunken!">
                {openings.length === 0 ? `No sale opens in the next ${OUTLOOK_HOURS} hours. ` : ''}
                Later
              </th>
            </tr>
          ) : null}
          {later.map(row)}
        </tbody>
      </Table>
      {hidden > 0 || isWhole || hasMore ? (
        <div className="mx-3.5 my-1.5 flex items-center gap-3">
          {hidden > 0 || isWhole ? (
            <Button variant="ghost" size="xs" onClick={() => setIsWhole(!isWhole)}>
              {hidden === 0
                ? 'Fewer sales'
                : hasMore
                  ? firstSales(openings)
                  : `All sales, ${formatNumber(openings.length)}`}
            </Button>
          ) : null}
          {hasMore ? (
            <Link to="/agenda" className={clsx(textLinkClass, 'text-xs')}>
              All sales
            </Link>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

const SOURCES: Record<NextOpening['source'], string> = {
  monitored: 'Artist monitor',
  searched: 'Recent search',
  listed: 'Catalogue',
};

const saleOf = ({ event_id, kind, name, opens }: NextOpening): SaleAhead => ({
  event_id,
  opensAt: opens,
  kind: kind === 'presale' ? 'presale' : 'general',
  presale_name: kind === 'presale' ? name : null,
});

/** Where the panel is too narrow for columns of their own, codes and accounts stand under the state. */
const WIDE_PANEL = '@max-[54rem]:hidden';
const NARROW_PANEL = 'hidden @max-[54rem]:block';

function OpeningRow({ opening, now }: { opening: NextOpening; now: number }) {
  const { artist, opens } = opening;
  const isPhone = useIsBelow('md');
  const venue = isPublished(opening.venue) ? opening.venue : 'Venue not published';
  const prepared = useReadiness(opening);
  return (
    <tr>
      <td data-align="right" className="max-md:py-2 max-md:text-left max-md:align-top">
        <span className="block font-medium">{formatAhead(Date.parse(opens) - now)}</span>
        <Time at={opens} as="weekday" className="block text-xs text-text-muted" />
      </td>
      <td className="w-full max-w-0 max-md:py-2 max-md:pl-1 max-md:wrap-anywhere max-md:whitespace-normal">
        <span className="block md:truncate" title={`${artist}, ${venue}`}>
          <Link
            to="/sale/$eventId"
            params={{ eventId: opening.event_id }}
            className="font-medium hover:underline"
          >
            {artist}
          </Link>{' '}
          <span className="text-text-muted">{venue}</span>
        </span>
        <OpeningPlace opening={opening} />
        {isPhone ? (
          <span className="mt-1 flex items-center gap-2">
            <StateCell opening={opening} prepared={prepared} />
            <ReadinessLine opening={opening} prepared={prepared} />
            <OpeningLinks opening={opening} />
          </span>
        ) : null}
      </td>
      {isPhone ? null : <WideCells opening={opening} prepared={prepared} />}
    </tr>
  );
}

type WideCellsProps = { opening: NextOpening; prepared: ReturnType<typeof useReadiness> };

/** The columns Sale, Codes, Accounts and State, and the links. */
function WideCells({ opening, prepared }: WideCellsProps) {
  const { kind, name } = opening;
  return (
    <>
      <td>
        <Badge tone={kind === 'presale' ? 'info' : 'neutral'}>
          {kind === 'presale' ? 'Presale' : 'General sale'}
        </Badge>
        {name ? (
          <span className="block max-w-44 truncate text-xs text-text-muted" title={name}>
            {name}
          </span>
        ) : null}
      </td>
      <td data-align="right" className={`whitespace-nowrap ${WIDE_PANEL}`}>
        <CodesCell opening={opening} prepared={prepared} />
      </td>
      <td data-align="right" className={`whitespace-nowrap ${WIDE_PANEL}`}>
        <AccountsCell prepared={prepared} />
      </td>
      <td className="whitespace-nowrap">
        <StateCell opening={opening} prepared={prepared} />
        <span className={NARROW_PANEL}>
          <ReadinessLine opening={opening} prepared={prepared} />
        </span>
      </td>
      <td>
        <OpeningLinks opening={opening} />
      </td>
    </>
  );
}

/** `Manchester and 5 other events`; on phones the sale too, which has no column there. */
function OpeningPlace({ opening }: { opening: NextOpening }) {
  const { nation, location, source, name, kind, events } = opening;
  const city = isPublished(location) ? location : 'City not published';
  const place = events > 1 ? `${city} and ${countOf(events - 1, 'other event')}` : city;
  const sale = name || (kind === 'presale' ? 'presale' : 'general sale');
  return (
    <span className="flex items-center gap-1.5 text-xs text-text-muted max-md:items-start">
      <Flag code={nation} className="max-md:mt-1" />
      <span className="min-w-0 md:truncate" title={`${place}, ${SOURCES[source]}`}>
        {place}
        <span className="text-text-subtle @max-[60rem]:hidden">, {SOURCES[source]}</span>
        <span className="md:hidden">, {sale}</span>
      </span>
    </span>
  );
}

function OpeningLinks({ opening }: { opening: NextOpening }) {
  const { artist, venue, url, events } = opening;
  const of = [artist, venue].filter(isPublished).join(', ');
  return (
    <span className="ml-auto flex flex-none items-center justify-end">
      {/* A row with several events would follow only the first. */}
      {events > 1 ? null : <FollowEvent sales={[saleOf(opening)]} of={of} />}
      {url.startsWith('http') ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Event page of ${of}`}
          className={iconButtonClass('ghost', 'sm')}
        >
          <ExternalLink />
        </a>
      ) : null}
    </span>
  );
}
