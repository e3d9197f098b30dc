import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { latePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CARD_GAP } from './card-gap.ts';
import type { CardGrid as Cards } from './cards.tsx';

const LateCards = latePart(
  () => import('./cards.tsx'),
  'CardGrid',
  () => <div className="min-h-0 flex-1 bg-bg" />,
);
void LateCards.load();

/** {@link Cards}, whose code loads while the data loads. */
export const CardGrid = LateCards as typeof Cards;

interface CardSkeletonsProps {
  /** The label for screen readers, such as "Loading profiles". */
  label: string;
  /** The smallest width of a card in px. */
  minWidth: number;
  height: number;
}

/** Placeholders for loading cards, at the position of the grid; they appear after 200 ms. */
export function CardSkeletons({ label, minWidth, height }: CardSkeletonsProps) {
  return (
    <div
      role="status"
      aria-label={label}
      style={{
        gridTemplateColumns: `repeat(auto-fill, minmax(${minWidth}px, 1fr))`,
        gap: CARD_GAP,
      }}
      className="after-a-moment grid bg-bg px-5 py-4 max-md:px-3.5"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div
          key={key}
          style={{ height }}
          className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-3.5"
        >
          <Skeleton className="w-16" />
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="w-36" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  );
}

interface CardProps {
  /** Names the card, unless its heading does. */
  label?: string;
  isAtCursor: boolean;
  isSelected?: boolean;
  /** Whether its details are beside the list. */
  isOpen?: boolean;
  /** Dashed, for a paused object. */
  isQuiet?: boolean;
  className?: string;
  children: ReactNode;
}

/** The frame of one object in a grid of cards. */
export function Card(props: CardProps) {
  const { label, isAtCursor, isSelected, isOpen, isQuiet, className, children } = props;
  return (
    <article
      aria-label={label}
      aria-current={isOpen || undefined}
      className={clsx(
        'min-w-0 rounded-lg border',
        isQuiet ? 'border-dashed bg-bg' : 'bg-surface',
        isSelected || isOpen
          ? 'border-accent bg-surface-selected! ring-1 ring-accent'
          : 'border-border-strong',
        isAtCursor && 'outline-2 outline-offset-2 outline-focus',
        className,
      )}
    >
      {children}
    </article>
  );
}
