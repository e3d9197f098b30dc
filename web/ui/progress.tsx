import { clsx } from 'clsx';

const tones = {
  accent: 'bg-accent',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
};

interface ProgressProps {
  label: string;
  /** 0 to `max`; undefined while the total is unknown. */
  value?: number | undefined;
  max?: number;
  tone?: keyof typeof tones;
  className?: string;
}

/** A 5 px bar. Write the real counts beside it. */
export function Progress({ label, value, max = 100, tone = 'accent', className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.min(100, (value / Math.max(max, 1)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={clsx('relative h-1.25 overflow-hidden rounded-xs bg-surface-active', className)}
    >
      {percent === undefined ? (
        <span className="absolute h-full w-[34%] animate-[indeterminate_1.4s_var(--ease-in-out)_infinite] rounded-xs bg-accent" />
      ) : (
        <span
          className={clsx('block h-full rounded-xs', tones[tone])}
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}

/** A thin bar along the top of the screen while a page loads; appears after 200 ms. */
export function TopProgress({ active, label }: { active: boolean; label: string }) {
  if (!active) return null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="after-a-moment fixed inset-x-0 top-0 z-(--z-toast) h-0.5 overflow-hidden"
    >
      <span className="absolute h-full w-[34%] animate-[indeterminate_1.1s_var(--ease-in-out)_infinite] bg-accent" />
    </div>
  );
}
