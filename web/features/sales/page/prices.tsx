import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartNoAxesCombined } from 'lucide-react';
import {
  availabilityOf,
  formatPrice,
  sectionsOf,
} from '../../../../shared/price-monitor/prices.ts';
import { SALE_STATE_NAMES } from '../../../../shared/price-monitor/sale-state.ts';
import type { HistoryPoint, WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { safeLink } from '../../../../shared/ticketing/view/values.ts';
import { toastFailure, tryAgain } from '../../../kit/failure.ts';
import { PriceOrigin } from '../../../kit/price-origin.tsx';
import { Time } from '../../../kit/time.tsx';
import { formatNumber, formatPriceRange } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Availability } from '../../../ui/availability.tsx';
import { Button } from '../../../ui/button.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toast } from '../../../ui/toast.tsx';
import { addWatchedEvents } from '../../price-monitor/watched-events.ts';
import { useListing } from './listing.ts';
import { reloadSale, type Sale } from './sale-query.ts';
import { Nothing, SaleSection } from './section.tsx';

/** The number of days that `price_history` covers. */
const DAYS = 7;
/** The number of listed prices; the page of the price monitor has all of them. */
const MOST_ROWS = 8;

/** The prices of a watched event with their source, age and history; otherwise the published range. */
export function Prices({ sale }: { sale: Sale }) {
  const { prices } = sale;
  return prices === null ? (
    <Unwatched sale={sale} />
  ) : (
    <Watched event={prices} history={sale.price_history} />
  );
}

/** Watches the prices of the event. */
export function useWatchPrice(url: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { refused } = await addWatchedEvents(client, {
        targets: [{ url, tags: [] }],
        tags: [],
      });
      await reloadSale();
      return refused[0]?.reason;
    },
    onSuccess: (reason) =>
      toast(
        reason === undefined
          ? { title: 'Watching the prices of this event' }
          : { title: 'The event could not be added', text: reason, tone: 'warning' },
      ),
    onError: toastFailure(tryAgain('The event could not be added')),
  });
}

function Unwatched({ sale }: { sale: Sale }) {
  const { event } = sale;
  const listing = useListing(event.event_id);
  const watch = useWatchPrice(event.url);
  const range = formatPriceRange(listing.data?.price_range ?? null);
  return (
    <SaleSection
      title="Prices"
      note={range === null ? null : `${range}, published by Ticketmaster`}
    >
      <Nothing
        icon={<ChartNoAxesCombined />}
        title="Not watched"
        action={
          safeLink(event.url) === null ? null : (
            <Button size="sm" busy={watch.isPending} onClick={() => watch.mutate()}>
              Watch price
            </Button>
          )
        }
      >
        {safeLink(event.url) === null
          ? 'No source names the page of this event, so its prices cannot be read.'
          : 'Its page is read regularly once you watch it: prices, availability and their history appear here.'}
      </Nothing>
    </SaleSection>
  );
}

interface WatchedProps {
  event: WatchedEvent;
  /** Oldest first. */
  history: readonly HistoryPoint[];
}

function Watched({ event, history }: WatchedProps) {
  const { url, currency, low, source, read_at, failure, sale_state, next_check_at } = event;
  const now = useNow();
  const sections = sectionsOf(event.prices).filter(({ available }) => available > 0);
  const highest = sections.at(-1)?.price ?? null;
  const price = (value: number) => formatPrice(value, currency);
  const alert = event.alerts.find(({ kind }) => kind === 'below')?.value ?? null;
  return (
    <SaleSection
      title="Prices"
      note={
        read_at === null ? (
          'Not read yet'
        ) : (
          <>
            {low === null || highest === null
              ? SALE_STATE_NAMES[sale_state]
              : low === highest
                ? price(low)
                : `${price(low)} to ${price(highest)}`}
            , <PriceOrigin source={source} at={read_at} now={now} />
          </>
        )
      }
      actions={
        <Link
          to="/event-price-monitoring"
          search={{ event: url, tab: 'prices' }}
          className={`${textLinkClass} text-xs`}
        >
          History and alerts
        </Link>
      }
    >
      {failure === null ? null : (
        <p className="px-5 pb-2 text-xs text-warning-text max-md:px-3.5">
          {failure}{' '}
          {next_check_at === null ? null : (
            <>
              Read again on <Time at={next_check_at} as="weekday" />.
            </>
          )}
        </p>
      )}
      <div className="px-5 max-md:px-3.5">
        <PriceLine points={history} currency={currency} alert={alert} />
      </div>
      <Sections sections={sections} price={price} />
    </SaleSection>
  );
}

interface SectionsProps {
  sections: ReturnType<typeof sectionsOf>;
  /** How a price is written. */
  price: (value: number) => string;
}

/** The available prices, the lowest first. */
function Sections({ sections, price }: SectionsProps) {
  return (
    <>
      {sections.length === 0 ? null : (
        <Table label="Prices by section" scrollClassName="flex-none">
          <thead>
            <tr>
              <HeadCell>Section</HeadCell>
              <HeadCell align="right">Price</HeadCell>
              <HeadCell align="right">Available</HeadCell>
            </tr>
          </thead>
          <tbody>
            {sections.slice(0, MOST_ROWS).map(({ price: value, available, areas }) => (
              <tr key={value}>
                <td className="w-full max-w-0 truncate" title={areas.join(', ')}>
                  {areas.join(', ') || 'All areas'}
                </td>
                <td data-align="right" className="tn font-medium">
                  {price(value)}
                </td>
                <td data-align="right">
                  <Availability level={availabilityOf(available)} count={formatNumber(available)} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {sections.length > MOST_ROWS ? (
        <p className="px-5 pt-2 text-xs text-text-muted max-md:px-3.5">
          {formatNumber(sections.length - MOST_ROWS)} higher prices are under "History and alerts".
        </p>
      ) : null}
    </>
  );
}

interface PriceLineProps {
  /** Oldest first. */
  points: readonly HistoryPoint[];
  currency: string | null;
  /** The price of an alert rule; null without one. */
  alert: number | null;
}

/** The size of the drawing, which is stretched to the width of its section. */
const BOX = { width: 600, height: 110 };

/** The lowest price and the highest one of the last days, as steps. */
function PriceLine({ points, currency, alert }: PriceLineProps) {
  const pricedPoints = points.filter(({ low }) => low !== null);
  const [first, last] = [pricedPoints[0], pricedPoints.at(-1)];
  if (first === undefined || last === undefined)
    return (
      <p className="pb-2 text-xs text-text-muted">No price was read in the last {DAYS} days.</p>
    );
  const values = pricedPoints.flatMap(({ low, high }) => [low ?? 0, high ?? low ?? 0]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = (most - least) * 0.1 || most * 0.1 || 1;
  const [start, end] = [Date.parse(first.at), Math.max(Date.now(), Date.parse(last.at) + 1)];
  const x = (at: number) => (((at - start) / (end - start)) * BOX.width).toFixed(1);
  const y = (price: number) =>
    (((most + margin - price) / (most - least + 2 * margin)) * BOX.height).toFixed(1);
  const steps = (read: (point: HistoryPoint) => number | null) =>
    `M${pricedPoints
      .map((point, at) => {
        const until = pricedPoints[at + 1];
        const level = y(read(point) ?? point.low ?? 0);
        const from = x(Date.parse(point.at));
        return `${from} ${level}H${x(until === undefined ? end : Date.parse(until.at))}`;
      })
      .join('L')}`;
  const price = (value: number) => formatPrice(value, currency);
  const label = `Lowest price from ${price(first.low ?? 0)} to ${price(last.low ?? 0)} in the last ${DAYS} days, highest price at most ${price(most)}`;
  return (
    <figure className="m-0 pb-3">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        className="block h-28 w-full"
        fill="none"
      >
        {alert !== null && alert >= least - margin && alert <= most + margin ? (
          <path
            d={`M0 ${y(alert)}H${BOX.width}`}
            className="stroke-chart-muted"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        ) : null}
        <path
          d={steps(({ high }) => high)}
          className="stroke-chart-muted"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={steps(({ low }) => low)}
          className="stroke-chart-1"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="tn flex flex-wrap justify-between gap-x-4 text-2xs text-text-muted">
        <Time at={first.at} as="point" />
        <span>
          Lowest {price(last.low ?? 0)}, highest {price(last.high ?? last.low ?? 0)}
          {alert === null ? '' : `, alert below ${price(alert)}`}
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
