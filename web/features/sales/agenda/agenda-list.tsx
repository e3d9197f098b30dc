import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useMemo, useRef } from 'react';
import type { Sale } from '../../../../shared/catalogues/schema.ts';
import type { AgendaDay, AgendaSale } from '../../../../shared/sales/agenda.ts';
import { MINUTE_MS } from '../../../../shared/times.ts';
import { zoneName } from '../../../../shared/zone-name.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { Missing } from '../../../ui/table.tsx';
import { FollowButton, saleName } from '../../reminders/follow.tsx';
import { dayTitle } from './day-title.ts';

/** In pixels. */
const HEIGHTS = { head: 32, row: 40, folded: 64 };

type Item = { kind: 'day'; day: AgendaDay } | { kind: 'sale'; entry: AgendaSale; key: string };

interface AgendaListProps {
  days: readonly AgendaDay[];
  atVenue: boolean;
  /** Whether rows have two lines, for narrow screens. */
  isFolded: boolean;
  /** The day to which the list scrolls. */
  day: string | undefined;
}

/** The sales by day. Only the rows in view are rendered. */
export function AgendaList({ days, atVenue, isFolded, day }: AgendaListProps) {
  const scroll = useRef<HTMLElement>(null);
  const now = useNow();
  const items = useMemo(
    () =>
      days.flatMap((one): Item[] => [
        { kind: 'day', day: one },
        ...one.sales.map((entry, at) => ({
          kind: 'sale' as const,
          entry,
          key: `${one.day} ${at}`,
        })),
      ]),
    [days],
  );
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: (at) =>
      items[at]?.kind === 'day' ? HEIGHTS.head : isFolded ? HEIGHTS.folded : HEIGHTS.row,
    overscan: 12,
  });
  const firstShown = virtualizer.range?.startIndex ?? 0;
  const head = items.slice(0, firstShown + 1).findLast(({ kind }) => kind === 'day');
  const current = head?.kind === 'day' ? head.day : undefined;
  const place =
    day === undefined ? -1 : items.findIndex((one) => one.kind === 'day' && one.day.day === day);
  useEffect(() => {
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'start' });
  }, [place, virtualizer]);
  return (
    <section
      ref={scroll}
      aria-label="Sales by day"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      {current === undefined ? null : (
        <div aria-hidden="true" className="sticky top-0 z-1 -mb-8 h-8">
          <DayHead day={current} now={now} isCopy />
        </div>
      )}
      <ul
        aria-label="Sales"
        style={{ height: virtualizer.getTotalSize() }}
        className="relative m-0 list-none p-0"
      >
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ height: size, transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0"
            >
              {item.kind === 'day' ? (
                <DayHead day={item.day} now={now} />
              ) : (
                <SaleRow entry={item.entry} now={now} atVenue={atVenue} isFolded={isFolded} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface DayHeadProps {
  day: AgendaDay;
  now: number;
  /** The copy of the day's head at the top of the list, while the rows of the day are below it. */
  isCopy?: boolean;
}

function DayHead({ day: { day, sales, followed }, now, isCopy = false }: DayHeadProps) {
  const Heading = isCopy ? 'div' : 'h2';
  return (
    <Heading className="flex h-full items-center gap-2.5 border-b border-border bg-surface-sunken px-5 text-xs font-semibold max-md:px-3.5">
      {dayTitle(day, now)}
      <span className="font-normal text-text-muted">
        {countOf(sales.length, 'sale')}
        {followed === 0 ? '' : `, ${formatNumber(followed)} followed`}
      </span>
    </Heading>
  );
}

/** `in 22 min`, `in 17 h`, `Open since 5 h` */
function describeOpening(opensAt: number, now: number): { text: string; className: string } {
  const minutes = Math.ceil(Math.abs(opensAt - now) / MINUTE_MS);
  const span =
    minutes < 60
      ? `${minutes} min`
      : minutes < 48 * 60
        ? `${Math.floor(minutes / 60)} h`
        : `${Math.floor(minutes / 1_440)} d`;
  if (opensAt <= now) return { text: `Opened ${span} ago`, className: 'text-success-text' };
  return {
    text: `in ${span}`,
    className: minutes <= 60 ? 'text-warning-text font-medium' : 'text-text-muted',
  };
}

interface SaleRowProps {
  entry: AgendaSale;
  now: number;
  atVenue: boolean;
  isFolded: boolean;
}

function SaleRow({ isFolded, ...row }: SaleRowProps) {
  const frame = clsx(
    'grid h-full items-center gap-x-3 border-b border-border px-5 max-md:px-3.5',
    row.entry.sale.is_followed && 'shadow-[inset_3px_0_0_var(--color-accent)]',
  );
  return isFolded ? (
    <div
      className={clsx(
        frame,
        row.atVenue ? 'grid-cols-[56px_minmax(0,1fr)_auto]' : 'grid-cols-[44px_minmax(0,1fr)_auto]',
      )}
    >
      <FoldedCells {...row} />
    </div>
  ) : (
    <div
      className={clsx(
        frame,
        'grid-cols-[minmax(44px,auto)_104px_minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,0.8fr)_auto]',
      )}
    >
      <Cells {...row} />
    </div>
  );
}

type CellsProps = Omit<SaleRowProps, 'isFolded'>;

function FoldedCells({ entry: { sale, time, isOwnTime }, now }: CellsProps) {
  const { venue, city, country, presale_name: presale } = sale;
  const opening = describeOpening(Date.parse(sale.opens_at), now);
  return (
    <>
      <span className="tn font-semibold">
        {time}
        {isOwnTime ? (
          <span className="block text-xs font-normal whitespace-nowrap text-text-muted">
            your time
          </span>
        ) : null}
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <Title sale={sale} />
          <KindBadge sale={sale} />
        </span>
        <span className="flex min-w-0 items-start gap-1.5 text-xs leading-4 text-text-muted">
          <span className={clsx('flex-none whitespace-nowrap', opening.className)}>
            {opening.text}
          </span>
          <Flag code={country} className="mt-0.5" />
          <span className="line-clamp-2">{[city, venue, presale].filter(Boolean).join(', ')}</span>
        </span>
      </span>
      <Follow sale={sale} />
    </>
  );
}

function Cells({ entry: { sale, time, isOwnTime }, now, atVenue }: CellsProps) {
  const { venue, city, country, presale_name: presale, known_from } = sale;
  const opening = describeOpening(Date.parse(sale.opens_at), now);
  const atZone = atVenue ? zoneName(sale.opens_at, sale.timezone ?? undefined) : '';
  const zone = isOwnTime ? 'your time' : atZone;
  return (
    <>
      <span className="tn font-semibold whitespace-nowrap">
        {time}
        {zone === '' ? null : (
          <span className="ml-1 text-xs font-normal text-text-muted">{zone}</span>
        )}
      </span>
      <span className={clsx('tn text-xs whitespace-nowrap', opening.className)}>
        {opening.text}
      </span>
      <span className="flex min-w-0 items-baseline gap-1.5">
        <Title sale={sale} />
        <span className="min-w-0 truncate text-text-muted">{venue}</span>
      </span>
      <span className="flex min-w-0 items-center gap-1.5">
        <Flag code={country} />
        <span className="truncate">{city || <Missing>Not published</Missing>}</span>
      </span>
      <span className="flex min-w-0 items-center gap-1.5">
        <KindBadge sale={sale} />
        <span className="truncate text-xs text-text-muted" title={presale ?? undefined}>
          {presale}
        </span>
      </span>
      <span className="truncate text-xs text-text-muted">
        {known_from.map((source) => (source === 'monitor' ? 'Monitor' : 'Catalogue')).join(', ')}
      </span>
      <Follow sale={sale} />
    </>
  );
}

const Title = ({ sale }: { sale: Sale }) => (
  <Link
    to="/sale/$eventId"
    params={{ eventId: sale.event_id }}
    className="min-w-0 truncate font-medium hover:underline"
  >
    {sale.artist || sale.name || 'Event'}
    <span className="sr-only">
      , {sale.city}, {saleName(sale)}
    </span>
  </Link>
);

const KindBadge = ({ sale: { kind } }: { sale: Sale }) => (
  <Badge tone={kind === 'presale' ? 'info' : 'neutral'}>
    {kind === 'presale' ? 'Presale' : 'General sale'}
  </Badge>
);

const Follow = ({ sale }: { sale: Sale }) => (
  <FollowButton
    look="icon"
    sale={sale}
    of={[sale.artist, sale.city].filter(Boolean).join(', ')}
    isFollowed={sale.is_followed}
  />
);
