import { clsx } from 'clsx';

type Level = 'unread' | 'none' | 'low' | 'medium' | 'high';

const LEVELS: Record<
  Level,
  { word: string; bars: number; text: string; bar: string; tint: string }
> = {
  unread: {
    word: 'Not read',
    bars: 0,
    text: 'text-text-subtle',
    bar: '',
    tint: 'bg-surface-active',
  },
  none: {
    word: 'None',
    bars: 0,
    text: 'text-text-muted',
    bar: '',
    tint: 'bg-surface-active',
  },
  low: {
    word: 'Low',
    bars: 1,
    text: 'text-danger-text',
    bar: 'bg-avail-low',
    tint: 'bg-danger-subtle',
  },
  medium: {
    word: 'Medium',
    bars: 2,
    text: 'text-warning-text',
    bar: 'bg-avail-medium',
    tint: 'bg-warning-subtle',
  },
  high: {
    word: 'High',
    bars: 3,
    text: 'text-success-text',
    bar: 'bg-avail-high',
    tint: 'bg-success-subtle',
  },
};
const HEIGHTS = ['h-1.5', 'h-2.25', 'h-3'];

/** The word for a level of availability, as filters show it. */
export const availabilityWord = (level: Level): string => LEVELS[level].word;

interface AvailabilityProps {
  level: Level;
  /** A badge with the number before the word: "64 high"; null for one without a number. */
  count?: string | null;
}

/** How much is left: bars and a word, with its count as a badge. Without bars if it was never read. */
export function Availability({ level, count }: AvailabilityProps) {
  const { word, bars, text, bar, tint } = LEVELS[level];
  const isBadge = count !== undefined;
  return (
    <span
      className={clsx(
        'inline-flex flex-none items-center gap-1.5 font-medium whitespace-nowrap',
        text,
        isBadge ? `h-5 rounded-sm pr-1.75 pl-1.5 text-2xs ${tint}` : 'text-xs',
      )}
    >
      {level === 'unread' ? null : (
        <span aria-hidden="true" className="flex items-end gap-0.5">
          {HEIGHTS.map((height, at) => (
            <i
              key={height}
              className={clsx('w-1 rounded-[1px]', height, at < bars ? bar : 'bg-border-strong')}
            />
          ))}
        </span>
      )}
      <span className="tn">{count && bars > 0 ? `${count} ${word.toLowerCase()}` : word}</span>
    </span>
  );
}
