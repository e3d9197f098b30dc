import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  info: 'border-info-border bg-info-subtle [&>svg]:text-info-text',
  success: 'border-success-border bg-success-subtle [&>svg]:text-success-text',
  warning: 'border-warning-border bg-warning-subtle [&>svg]:text-warning-text',
  danger: 'border-danger-border bg-danger-subtle [&>svg]:text-danger-text',
};
const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

interface BannerProps {
  tone?: keyof typeof tones;
  /** The first words, in bold: "Connection is slow." */
  title?: string;
  /** Replaces the tone's icon. */
  icon?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A lasting condition, shown until it is fixed. */
export function Banner({ tone = 'info', title, icon, actions, className, children }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx(
        'flex min-h-10 items-center gap-2.25 rounded-md border py-2.25 pr-2.5 pl-3 [&>svg]:size-4 [&>svg]:flex-none',
        tones[tone],
        className,
      )}
    >
      {icon ?? <Icon />}
      <div className="min-w-0 flex-1">
        {title ? <span className="font-medium">{title} </span> : null}
        <span className="text-text-muted">{children}</span>
      </div>
      {actions}
    </div>
  );
}
