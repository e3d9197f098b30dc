import { Check, Minus, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { bonusReasons, isSoon, scoreParts } from '../../../shared/resale-events/ranking.ts';
import { Time } from '../../kit/time.tsx';
import { countOf, formatNumber, formatPercent } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { type ArtistRow, onSaleText } from './view.ts';

const HIGHEST_FINAL = 1.15;
const PARTS = {
  music: ['Music', 'Artist score of the resale feed, and listeners on a log scale'],
  social: ['Social', 'Page views in 30 days, log scale: 10 million give 1'],
  trend: ['Trend', 'Daily views of the last 7 days against the 28 before: 0.5 is steady'],
} as const;
const MISSING = {
  music: 'Neither the resale feed nor ListenBrainz publishes a number.',
  social: 'No page views were read: there is no article, or its turn has not come.',
  trend: 'No page views were read: there is no article, or its turn has not come.',
} as const;

/** A ranking score: 0.934 */
export const formatScore = (score: number): string => score.toFixed(3);
/** A category score: 91.40; null for one that cannot be computed. */
export const formatCategoryScore = (score: number | null): string | null =>
  score?.toFixed(2) ?? null;

const BONUS_ICON = <Zap strokeWidth={2} />;

/** The bonus as a whole percent; nothing without a bonus. */
export function BonusBadge({ ratio }: { ratio: number }) {
  if (ratio === 0) return null;
  return (
    <Badge tone="accent" icon={BONUS_ICON}>
      <span className="sr-only">Bonus </span>+{formatPercent(ratio)}
    </Badge>
  );
}

/** The final score with its bar. Hover, focus and press open the explanation of all scores. */
export function FinalScore({ row, now }: { row: ArtistRow; now: number }) {
  const { final_score: final } = row.ranking;
  const text = final === null ? 'not known' : formatScore(final);
  return (
    <Tooltip isCard side="left" label={<Explanation row={row} now={now} />}>
      <button
        type="button"
        aria-label={`Final score of ${row.name}: ${text}`}
        className="-mr-1 inline-flex h-7 items-center gap-3 rounded-sm px-1 hover:bg-surface-active"
      >
        <span aria-hidden="true" className="h-1.5 w-13 rounded-full bg-surface-active max-md:w-9">
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${Math.min(100, (100 * (final ?? 0)) / HIGHEST_FINAL)}%` }}
          />
        </span>
        <b className="tn min-w-9.5 text-right font-semibold">
          {final === null ? '–' : formatScore(final)}
        </b>
      </button>
    </Tooltip>
  );
}

function Explanation({ row, now }: { row: ArtistRow; now: number }) {
  const { ranking, name } = row;
  const final = ranking.final_score;
  const parts = scoreParts(ranking);
  const weights = parts.reduce((sum, { score, weight }) => sum + (score === null ? 0 : weight), 0);
  const before = final === null ? null : final / (1 + ranking.bonus_percentage);
  return (
    <span className="block">
      <span className="flex items-start justify-between gap-3 pb-2">
        <span className="min-w-0">
          <b className="block truncate font-semibold">{name}</b>
          <span className="block text-xs text-text-muted">How the final score is made</span>
        </span>
        <b className="tn text-xl font-semibold">{final === null ? '–' : formatScore(final)}</b>
      </span>
      {parts.map(({ part, score, weight }) => (
        <Line
          key={part}
          label={PARTS[part][0]}
          note={score === null ? MISSING[part] : noteOf(row, part)}
          sum={
            score === null
              ? 'not published'
              : `${formatScore(score)} × ${shareText(weight, weights)}`
          }
          value={score === null ? '–' : formatScore((score * weight) / weights)}
        />
      ))}
      <span className="mt-1 flex justify-between border-t border-border pt-1.5 font-semibold">
        Before the bonus <span className="tn">{before === null ? '–' : formatScore(before)}</span>
      </span>
      <span className="mt-2 block border-t border-border pt-2">
        <span className="flex items-center gap-2">
          <span>
            Bonus <span className="text-xs text-text-muted">at most 15%</span>
          </span>
          <span className="tn ml-auto flex items-center gap-2">
            <BonusBadge ratio={ranking.bonus_percentage} />
            {final === null || before === null ? '–' : formatScore(final - before)}
          </span>
        </span>
        <Reasons row={row} now={now} />
      </span>
      <span className="mt-2 block border-t border-border pt-2 text-xs text-text-muted">
        {row.category_score === null
          ? 'Score is not published for these concerts.'
          : `Score ${formatCategoryScore(row.category_score)} is the mean score of the concerts times 100, weighted by their listings where these are published.`}{' '}
        It is not part of Final.
      </span>
    </span>
  );
}

/**
 * The weight of a part among the available parts: `0.5`, or `0.714` while another part is missing.
 */
const shareText = (weight: number, weights: number): string =>
  String(Math.round((1000 * weight) / weights) / 1000);

/** The parts of a score, and whether they are old. */
function noteOf({ parts, listeners }: ArtistRow, part: keyof typeof PARTS): string {
  const notes: string[] = [PARTS[part][1]];
  if (part === 'music' && listeners !== null)
    notes.push(`${formatNumber(listeners)} people listened to the artist`);
  if (parts[part] === 'stale') notes.push('older than 48 hours');
  return notes.join('; ');
}

interface LineProps {
  label: string;
  note: string;
  sum: string;
  value: string;
}

function Line({ label, note, sum, value }: LineProps) {
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto_46px] gap-x-3 py-0.75 leading-4.5">
      <span>{label}</span>
      <span className="tn text-text-muted">{sum}</span>
      <span className="tn text-right">{value}</span>
      <span className="col-span-3 text-xs text-text-muted">{note}</span>
    </span>
  );
}

/** Each reason with its fact, as the server judges them. */
function Reasons({
  row: { nextOnSale, countries, scarcest },
  now,
}: {
  row: ArtistRow;
  now: number;
}) {
  const soon = nextOnSale !== null && isSoon(nextOnSale, now) ? onSaleText(nextOnSale) : undefined;
  const reasons = bonusReasons({
    isOnSaleSoon: soon !== undefined,
    countries: countries.length,
    fewestTickets: scarcest?.tickets ?? null,
  });
  return (
    <>
      <Reason holds={reasons.onSale}>
        On-sale within 14 days
        {soon === undefined ? null : (
          <>
            : <Time at={soon} as="day" />
          </>
        )}
      </Reason>
      <Reason holds={reasons.countries}>3 countries or more: {countries.length}</Reason>
      <Reason holds={reasons.tickets}>
        Fewer than 50 tickets left in some city
        {scarcest === null
          ? ': not published'
          : reasons.tickets
            ? `: ${scarcest.city === null ? '' : `${scarcest.city}, `}${countOf(scarcest.tickets, 'ticket')}`
            : `, the fewest are ${formatNumber(scarcest.tickets)}`}
      </Reason>
    </>
  );
}

function Reason({ holds, children }: { holds: boolean; children: ReactNode }) {
  const Icon = holds ? Check : Minus;
  return (
    <span className={`flex items-center gap-2 pt-1 text-xs ${holds ? '' : 'text-text-muted'}`}>
      <Icon className={`size-3.5 flex-none ${holds ? 'text-accent-text' : ''}`} />
      <span className="min-w-0 flex-1">{children}</span>
      <span className="tn">{holds ? '+5%' : 'no'}</span>
    </span>
  );
}
