import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { type AgendaSale, groupByHour } from '../../../../shared/sales/agenda.ts';
import { formatNumber, isoDay } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { shortDay } from './day-title.ts';

/** The maximum number of sales in a cell; the list has the others. */
const MOST_IN_CELL = 3;

interface AgendaWeekProps {
  sales: readonly AgendaSale[];
  week: readonly string[];
  /** Opens the list at a day. */
  onDay: (day: string) => void;
}

/**
 * A column for each day and a row for each hour that has sales: at most three per cell, followed
 * ones first.
 */
export function AgendaWeek({ sales, week, onDay }: AgendaWeekProps) {
  const today = isoDay(new Date(useNow()));
  const counts = new Map(
    [...Map.groupBy(sales, ({ day }) => day)].map(([day, own]) => [day, own.length]),
  );
  return (
    <section
      aria-label="Sales of the week"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      <table
        aria-label="Sales of the week"
        className="w-full min-w-200 table-fixed border-collapse text-left"
      >
        <thead className="sticky top-0 z-1 bg-surface">
          <tr className="[&_th]:border-b [&_th]:border-border [&_th]:px-2 [&_th]:py-1.5 [&_th]:text-xs">
            <th scope="col" className="w-18 font-medium text-text-muted">
              Hour
            </th>
            {week.map((day) => (
              <th
                key={day}
                scope="col"
                className={clsx('font-semibold', day === today && 'border-b-2! border-accent!')}
              >
                {shortDay(day)}{' '}
                <span className="tn float-right font-normal text-text-muted">
                  {formatNumber(counts.get(day) ?? 0)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupByHour(sales, week).map(({ hour, days }) => (
            <tr key={hour} className="align-top">
              <th
                scope="row"
                className="tn border-b border-border px-2 py-1.5 text-xs font-normal text-text-muted"
              >
                {hour}
              </th>
              {days.map((cell, at) => (
                <WeekCell
                  key={week[at]}
                  sales={cell}
                  day={week[at] ?? ''}
                  hour={hour}
                  onDay={onDay}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface WeekCellProps extends Pick<AgendaWeekProps, 'onDay'> {
  /** Followed ones first. */
  sales: readonly AgendaSale[];
  day: string;
  hour: string;
}

function WeekCell({ sales, day, hour, onDay }: WeekCellProps) {
  return (
    <td className="border-b border-l border-border p-1">
      {sales.slice(0, MOST_IN_CELL).map(({ sale, time, isOwnTime }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sales may be equal in every field.
        <Fragment key={index}>
          <Link
            to="/sale/$eventId"
            params={{ eventId: sale.event_id }}
            className={clsx(
              'mb-1 block rounded-sm border-l-2 px-1.5 py-0.5 hover:bg-surface-hover',
              sale.is_followed ? 'border-accent bg-accent-subtle' : 'border-border-strong',
            )}
          >
            <span className="block truncate font-medium">{sale.artist}</span>
            <span className="block truncate text-xs text-text-muted">
              {time}
              {isOwnTime ? ' your time' : ''}, {sale.city},{' '}
              {sale.kind === 'presale' ? 'presale' : 'general'}
            </span>
          </Link>
        </Fragment>
      ))}
      {sales.length > MOST_IN_CELL ? (
        <button
          type="button"
          onClick={() => onDay(day)}
          className="min-h-6 px-1.5 text-xs font-medium text-accent-text hover:underline"
        >
          {formatNumber(sales.length - MOST_IN_CELL)} more
          <span className="sr-only">
            {' '}
            on {shortDay(day)} at {hour}
          </span>
        </button>
      ) : null}
    </td>
  );
}
