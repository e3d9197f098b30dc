import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Bell, BellRing, CalendarClock } from 'lucide-react';
import type { SaleSource, SaleWindow } from '../../../../shared/sales/schema.ts';
import { zoneName } from '../../../../shared/zone-name.ts';
import { toastFailure, tryAgain } from '../../../kit/failure.ts';
import { ownZone, Time, weekdayAtVenue } from '../../../kit/time.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { StatusDot } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Missing } from '../../../ui/table.tsx';
import { followWindows } from './queries.ts';
import { useServerNow } from './sale-clock.ts';
import type { Sale } from './sale-query.ts';
import { Nothing, SaleSection } from './section.tsx';
import { type Bar, describeWindow, nameOf, stateOf, timeLine, type WindowState } from './view.ts';

/** The sources whose sales can be followed. */
export const canFollow = ({ known_from }: { known_from: readonly SaleSource[] }): boolean =>
  known_from.some(({ source }) => ['monitor', 'catalogue', 'calendar', 'search'].includes(source));

/** All windows with their times, the same as bars on one time line, and their reminders. */
export function Windows({ sale }: { sale: Sale }) {
  const { event, codes, codes_total: total, clockOffsetMs } = sale;
  const now = useServerNow(clockOffsetMs);
  const { windows } = event;
  const line = timeLine(windows, now);
  if (windows.length === 0)
    return (
      <SaleSection title="Sale windows">
        <Nothing icon={<CalendarClock />} title="None published">
          {event.note === 'Cancelled'
            ? 'The event is cancelled.'
            : 'No presale and no general sale of this event has a known time.'}{' '}
          <NextReading sources={event.known_from} />
        </Nothing>
      </SaleSection>
    );
  return (
    <SaleSection title="Sale windows" note={<ZoneNote timezone={event.timezone} now={now} />}>
      <ul aria-label="Sale windows" className="m-0 list-none p-0">
        {windows.map((window, at) => (
          <WindowRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an event may have two presales of one name and time.
            key={at}
            window={window}
            now={now}
            bar={line.bars[at] ?? null}
            nowAt={line.now}
            codes={codes.filter(({ presale_name: name }) => name === window.presale_name).length}
            isCut={codes.length < total}
            eventId={event.event_id}
            timezone={event.timezone}
            canFollow={canFollow(event)}
          />
        ))}
      </ul>
    </SaleSection>
  );
}

function ZoneNote({ timezone, now }: { timezone: string | null; now: number }) {
  const ownTimes = `Times in ${ownZone()}.`;
  if (timezone === null) return ownTimes;
  const venue = zoneName(new Date(now).toISOString(), timezone);
  return venue === ownZone()
    ? `${ownTimes} The venue has the same.`
    : `${ownTimes} Times at the venue (${venue}) are below them.`;
}

function NextReading({ sources }: { sources: readonly SaleSource[] }) {
  const next = sources
    .flatMap(({ source, next_at }) => (next_at === null ? [] : [{ source, next_at }]))
    .sort((a, b) => (a.next_at < b.next_at ? -1 : 1))[0];
  if (next === undefined) return null;
  const names = { monitor: 'artist', catalogue: 'catalogue', prices: 'event page' } as const;
  const name = names[next.source as keyof typeof names] ?? 'event';
  return (
    <>
      The {name} is read again on <Time at={next.next_at} as="weekday" />.
    </>
  );
}

const DOTS: Record<WindowState, 'success' | 'accent' | 'neutral'> = {
  open: 'success',
  ahead: 'accent',
  closed: 'neutral',
  untimed: 'neutral',
};

interface WindowRowProps {
  window: SaleWindow;
  now: number;
  bar: Bar | null;
  nowAt: number | null;
  /** How many of the listed codes are for it. */
  codes: number;
  /** Whether more codes fit the event than are listed. */
  isCut: boolean;
  eventId: string;
  timezone: string | null;
  canFollow: boolean;
}

function WindowRow({ window, now, bar, nowAt, codes, eventId, timezone, ...row }: WindowRowProps) {
  const { kind, is_followed: isFollowed } = window;
  const state = stateOf(window, now);
  const name = nameOf(window);
  const follow = useMutation({
    mutationFn: () => followWindows(eventId, [window], !isFollowed),
    onError: toastFailure(tryAgain('Failed to change the reminders')),
  });
  return (
    <li
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-border px-5 py-2 max-md:px-3.5',
        'md:grid-cols-[minmax(150px,1.4fr)_130px_130px_minmax(70px,1fr)_84px_auto]',
        state === 'closed' && 'text-text-muted',
      )}
    >
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          <StatusDot tone={DOTS[state]} />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </span>
        <span className="block pl-3.75 text-xs text-text-muted">{describeWindow(window, now)}</span>
      </span>
      <span className="max-md:hidden">
        <WindowTime at={window.opens_at} timezone={timezone} label="Opens" />
      </span>
      <span className="max-md:hidden">
        <WindowTime at={window.closes_at} timezone={timezone} label="Closes" />
      </span>
      <span className="max-md:order-last max-md:col-span-2">
        <span className="mb-1 block pl-3.75 text-xs md:hidden">
          {window.opens_at === null ? (
            'Opening not published'
          ) : (
            <Time at={window.opens_at} as="weekday" />
          )}
          {' to '}
          {window.closes_at === null ? (
            <Missing>Not published</Missing>
          ) : (
            <Time at={window.closes_at} as="weekday" />
          )}
        </span>
        <Track bar={bar} nowAt={nowAt} state={state} kind={kind} />
      </span>
      <span className="text-right text-xs max-md:hidden">
        {kind === 'general' ? (
          <Missing>None needed</Missing>
        ) : codes === 0 ? (
          <Missing>{row.isCut ? 'Not in the first codes' : 'No code'}</Missing>
        ) : (
          <span className="tn font-medium">
            {row.isCut ? 'At least ' : ''}
            {formatNumber(codes)} {codes === 1 ? 'code' : 'codes'}
          </span>
        )}
      </span>
      <IconButton
        label={`Follow ${name}`}
        icon={isFollowed ? <BellRing className="text-accent-text" /> : <Bell />}
        aria-pressed={isFollowed}
        disabled={!row.canFollow || window.opens_at === null || state === 'closed'}
        busy={follow.isPending}
        onClick={() => follow.mutate()}
        className="max-md:row-start-1 max-md:col-start-2"
      />
    </li>
  );
}

interface WindowTimeProps {
  at: string | null;
  timezone: string | null;
  label: string;
}

/** A time in the operator's zone, and below it in the venue's zone if the two differ. */
function WindowTime({ at, timezone, label }: WindowTimeProps) {
  if (at === null) return <Missing>Not published</Missing>;
  const atVenue = timezone === null ? null : weekdayAtVenue(at, timezone);
  return (
    <span className="tn">
      <span className="sr-only">{label} </span>
      <Time at={at} as="weekday" />
      {atVenue === null ? null : <span className="block text-xs text-text-muted">{atVenue}</span>}
    </span>
  );
}

interface TrackProps {
  bar: Bar | null;
  nowAt: number | null;
  state: WindowState;
  kind: SaleWindow['kind'];
}

function Track({ bar, nowAt, state, kind }: TrackProps) {
  return (
    <span aria-hidden="true" className="relative block h-4.5">
      <span className="absolute inset-x-0 top-1/2 border-t border-dashed border-border-strong" />
      {bar === null ? null : (
        <span
          style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
          className={clsx(
            'absolute top-1 h-2.5 rounded-sm',
            state === 'closed' && 'bg-border-strong',
            state === 'open' && 'bg-success',
            state === 'ahead' && (kind === 'general' ? 'bg-info' : 'bg-accent'),
            bar.isOpenEnded && 'mask-r-from-40%',
          )}
        />
      )}
      {nowAt === null ? null : (
        <span style={{ left: `${nowAt}%` }} className="absolute inset-y-0 w-px bg-danger" />
      )}
    </span>
  );
}
