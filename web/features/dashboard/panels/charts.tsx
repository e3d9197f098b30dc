import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { DashboardOutlook } from '../../../../shared/dashboard/schema.ts';
import { formatRatio, type Performance } from '../../../../shared/queues/accounts/ratios.ts';
import { formatsOf } from '../../../../shared/zone-name.ts';
import { countOf, formatDay, formatNumber, formatPercent } from '../../../lib/format.ts';
import { Section } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import type { DashboardProps } from '../queries.ts';

const GRIDLINES = [1, 0.75, 0.5, 0.25, 0];

/** The average queue ratio of the last queue dates. */
export function QueueRatios({ data }: DashboardProps) {
  const days = data?.outlook?.queue_ratios;
  return (
    <Section
      title="Queue ratio by queue date"
      actions={<span className="text-xs text-text-muted">Average, lower is better</span>}
    >
      <div className="h-62">
        {days === undefined ? (
          <Skeleton className="h-full w-full" />
        ) : days.length === 0 ? (
          <NoQueues />
        ) : (
          <Bars days={days} />
        )}
      </div>
    </Section>
  );
}

function NoQueues() {
  return (
    <p className="grid h-full content-center justify-items-center gap-1 text-center text-text-muted">
      No queue data yet.
      <Link to="/queues-tool" className={textLinkClass}>
        Upload queue files
      </Link>
    </p>
  );
}

const dayAndMonth = formatsOf('en-GB', { day: 'numeric', month: 'short' });

/** The day of the month, with the month if it differs from that of the previous day. */
const axisLabel = (day: string, before = ''): string =>
  day.slice(0, 7) === before.slice(0, 7)
    ? String(Number(day.slice(8)))
    : dayAndMonth('UTC').format(new Date(day));

/** Distances of the gridlines in percent. */
const STEPS = [1, 2, 5, 10, 15, 20];

/** The end of an axis with four equal round steps that includes a ratio: 0.4958 gives 0.6. */
function topOf(highest: number): number {
  const step = STEPS.find((percent) => percent * 4 >= highest * 100) ?? 25;
  return (step * 4) / 100;
}

/** Bars from zero; the last one is solid and labelled. */
function Bars({ days }: { days: DashboardOutlook['queue_ratios'] }) {
  const highest = Math.max(...days.map(({ ratio }) => ratio), 0.01);
  const top = topOf(highest);
  const last = days.at(-1);
  const label = `Average queue ratio of ${countOf(days.length, 'queue date')}, latest ${formatRatio(last?.ratio ?? 0)}`;
  return (
    <figure aria-label={label} className="m-0 flex h-full text-2xs text-text-muted">
      <div aria-hidden="true" className="tn relative mb-5 w-9 flex-none">
        {GRIDLINES.map((share) => (
          <span
            key={share}
            className="absolute right-2 -translate-y-1/2"
            style={{ top: `${(1 - share) * 100}%` }}
          >
            {formatPercent(top * share)}
          </span>
        ))}
      </div>
      <div className="relative flex min-w-0 flex-1">
        <div aria-hidden="true" className="absolute inset-x-0 top-0 bottom-5">
          {GRIDLINES.map((share) => (
            <span
              key={share}
              className="absolute inset-x-0 border-t border-chart-grid"
              style={{ top: `${(1 - share) * 100}%` }}
            />
          ))}
        </div>
        <ol className="relative m-0 flex min-w-0 flex-1 list-none gap-0.75 p-0">
          {days.map(({ day, ratio, positions }, index) => {
            const isLast = index === days.length - 1;
            return (
              <li
                key={day}
                title={`${formatDay(day)}: ${formatRatio(ratio)} of ${countOf(positions, 'position')}`}
                className="flex min-w-0 flex-1 flex-col"
              >
                <span className="flex flex-1 items-end justify-center">
                  <span
                    className={clsx(
                      'relative w-full max-w-9 rounded-t-sm bg-chart-1',
                      isLast ? '' : 'opacity-40',
                    )}
                    style={{ height: `${(ratio / top) * 100}%` }}
                  >
                    {isLast ? (
                      <span className="tn absolute -top-4 left-1/2 -translate-x-1/2 font-medium text-text">
                        {formatRatio(ratio)}
                      </span>
                    ) : null}
                  </span>
                </span>
                <span className="tn flex h-5 justify-center pt-1 whitespace-nowrap">
                  <span className="sr-only">
                    {formatDay(day)}: {formatRatio(ratio)}
                  </span>
                  <span aria-hidden="true">{axisLabel(day, days[index - 1]?.day)}</span>
                </span>
              </li>
            );
          })}
        </ol>
      </div>
    </figure>
  );
}

const CLASSES: readonly [Performance, string, string][] = [
  ['Excellent', 'bg-success', 'up to 3%'],
  ['Good', 'bg-chart-1', 'up to 10%'],
  ['Average', 'bg-warning', 'up to 20%'],
  ['Poor', 'bg-danger', 'above 20%'],
];

type AccountClass = DashboardOutlook['account_classes'][number];

const TYPES = [
  ['verified_fan', 'Verified Fan'],
  ['standard', 'Standard'],
] as const;

/** The number of tested accounts with each performance label. */
export function AccountClasses({ data }: DashboardProps) {
  const classes = data?.outlook?.account_classes;
  const sumOf = (isWanted: (one: AccountClass) => boolean) =>
    (classes ?? []).filter(isWanted).reduce((sum, { accounts }) => sum + accounts, 0);
  const total = sumOf(() => true);
  // An account can be in queues of both types, so their numbers are not added up.
  const tested = TYPES.map(([type, name]) => [name, sumOf((one) => one.type === type)] as const);
  const named = tested.flatMap(([name, count]) =>
    count > 0 ? `${formatNumber(count)} ${name}` : [],
  );
  return (
    <Section
      title="Accounts by performance"
      actions={
        <span className="tn text-xs text-text-muted">
          {classes === undefined ? '' : named.join(', ') || 'None tested'}
        </span>
      }
    >
      <ul className="m-0 grid h-62 list-none content-evenly p-0">
        {CLASSES.map(([label, color, bounds]) => {
          const count = sumOf(({ performance }) => performance === label);
          const share = total === 0 ? 0 : count / total;
          return (
            <li key={label}>
              <span className="flex items-baseline gap-2">
                <span className="font-medium">{label}</span>
                <span className="flex-1 text-xs text-text-subtle">{bounds}</span>
                <span className="tn">{classes === undefined ? '' : formatNumber(count)}</span>
                <span className="tn w-9 text-right text-xs text-text-muted">
                  {classes === undefined ? '' : formatPercent(share)}
                </span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-1.75 rounded-sm bg-surface-active">
                <span
                  className={clsx('block h-full rounded-sm', color)}
                  style={{ width: `${share * 100}%` }}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
