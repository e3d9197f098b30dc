import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The states. Colour is never the only sign: the badge always has a word. */
export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent';

const badgeTones: Record<Tone, string> = {
  neutral: 'bg-surface-active text-text-muted',
  success: 'bg-success-subtle text-success-text',
  warning: 'bg-warning-subtle text-warning-text',
  danger: 'bg-danger-subtle text-danger-text',
  info: 'bg-info-subtle text-info-text',
  accent: 'bg-accent-subtle text-accent-text',
};

const dotTones: Record<Tone, string> = {
  neutral: 'bg-text-subtle',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  info: 'bg-info',
  accent: 'bg-accent',
};

interface BadgeProps {
  tone?: Tone;
  /** Outlined, for drafts and the like. */
  outline?: boolean;
  /** A 12 px icon before the word. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A state that needs attention. Normal states are plain text with a StatusDot. */
export function Badge({ tone = 'neutral', outline, icon, className, children }: BadgeProps) {
  return (
    <span
      data-tone={tone}
      className={clsx(
        'inline-flex h-5 flex-none items-center gap-1 rounded-sm px-1.5 text-2xs font-medium whitespace-nowrap [&_svg]:size-3',
        outline ? 'text-text-muted inset-ring inset-ring-border-strong' : badgeTones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** Tags in one line; the tooltip has those that are cut off. */
export const TagBadges = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex min-w-0 gap-1 overflow-hidden empty:hidden" title={tags.join(', ')}>
    {tags.map((tag) => (
      <Badge key={tag} outline>
        {tag}
      </Badge>
    ))}
  </span>
);

/** The displayed form of a count: 99+ from 100 on. */
export function StatusDot({ tone = 'neutral', children }: { tone?: Tone; children?: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.75 whitespace-nowrap">
      <span
        aria-hidden="true"
        className={clsx('size-1.75 flex-none rounded-full', dotTones[tone])}
      />
      {children}
    </span>
  );
}

/** A count as it is shown: 99+ from 100 on. */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** An icon with a number in its corner; nothing at 0. The label of its button contains the number. */
export function CountBadge({ count, children }: { count: number; children: ReactNode }) {
  return (
    <span className="relative">
      {children}
      {count > 0 ? (
        <span
          aria-hidden="true"
          className={clsx(
            // Three signs grow to the left: to the right they would touch the next icon.
            count > 99 ? '-right-2.5' : 'left-2.25',
            'absolute -top-1.5 min-w-3.75 rounded-full bg-accent px-1 text-center text-2xs leading-3.75 font-semibold text-accent-contrast tabular-nums ring-2 ring-surface',
          )}
        >
          {shortCount(count)}
        </span>
      ) : null}
    </span>
  );
}
