import { Medal } from 'lucide-react';
import {
  formatRatio,
  medalOf,
  type Performance,
  performanceOf,
} from '../../../../shared/queues/ratios.ts';
import type { ProgressEntry } from '../../../../shared/queues/schema.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { Missing } from '../../../ui/table.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

/** Gold, silver, bronze. */
const MEDAL_COLOURS = ['text-warning', 'text-text-subtle', 'text-warning-text'];

const TONES: Record<Performance, Tone> = {
  Excellent: 'success',
  Good: 'accent',
  Average: 'neutral',
  Poor: 'warning',
};

/** Ranks 1 to 3 as medals, the others as numbers. An account without a queue has earned no medal. */
export function Rank({ rank, hasMedal = true }: { rank: number; hasMedal?: boolean }) {
  const medal = hasMedal ? medalOf(rank) : null;
  if (medal === null) return <span className="tn text-text-muted">{formatNumber(rank)}</span>;
  return (
    <span
      role="img"
      aria-label={`Rank ${rank}`}
      className={`tn inline-flex items-center gap-0.5 align-middle ${MEDAL_COLOURS[rank - 1]}`}
    >
      {/* Drawn, because not every machine has a font with medals. */}
      <Medal className="size-4.5" />
      <span aria-hidden="true">{rank}</span>
      <span className="sr-only">{medal}</span>
    </span>
  );
}

/** The performance label of an average ratio. */
export function PerformanceBadge({ ratio }: { ratio: number }) {
  const performance = performanceOf(ratio);
  return <Badge tone={TONES[performance]}>{performance}</Badge>;
}

/** A ratio, or Untested. */
export function Ratio({ ratio }: { ratio: number | null }) {
  return ratio === null ? <Missing>Untested</Missing> : formatRatio(ratio);
}

const VALUES_SHOWN = 10;

/** The ratios over time as a line; hover and focus show the exact values, a click opens them all. */
export function HistoryLine({
  account,
  history,
  onOpen,
}: {
  account: string;
  history: readonly ProgressEntry[];
  onOpen: () => void;
}) {
  const values = history.map(({ ratio }) => ratio);
  const latest = history.at(-1);
  if (latest === undefined) return <Missing>None</Missing>;
  const queues = values.length === 1 ? '1 queue' : `${values.length} queues`;
  const label = `Progress history of ${account}: ${queues}, latest ${formatRatio(latest.ratio)}`;
  return (
    <Tooltip label={<ExactValues history={history} />}>
      <button
        type="button"
        aria-label={label}
        onClick={onOpen}
        className="inline-flex h-6 min-w-[96px] items-center rounded-sm text-xs text-text-muted hover:text-text"
      >
        {values.length < 2 ? (
          formatRatio(latest.ratio)
        ) : (
          <Sparkline values={values} label={`Ratio over ${queues}`} width={96} height={20} />
        )}
      </button>
    </Tooltip>
  );
}

function ExactValues({ history }: { history: readonly ProgressEntry[] }) {
  const latest = history.slice(-VALUES_SHOWN);
  return (
    <span className="tn block">
      {history.length > latest.length ? (
        <span className="block">The last {latest.length} queues</span>
      ) : null}
      {latest.map((entry) => (
        <span key={`${entry.queue_date} ${entry.queue_id}`} className="block whitespace-nowrap">
          {formatDay(entry.queue_date)}: {formatRatio(entry.ratio)} ({formatNumber(entry.position)}{' '}
          of {formatNumber(entry.queue_total)})
        </span>
      ))}
    </span>
  );
}
