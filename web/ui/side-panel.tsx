import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './icon-button.tsx';

interface SidePanelProps {
  title: string;
  /** Shows a close button; Escape closes too while focus is inside. */
  onClose?: () => void;
  /** Buttons at the bottom, always in view. */
  footer?: ReactNode;
  side?: 'left' | 'right';
  className?: string;
  children: ReactNode;
}

/** Details, a form or a configuration beside a list that stays in use; 336 px, scrolls on its own; stacks below 900 px. */
export function SidePanel({
  title,
  onClose,
  footer,
  side = 'right',
  className,
  children,
}: SidePanelProps) {
  const id = useId();
  return (
    <aside
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose?.();
      }}
      className={clsx(
        'flex w-[336px] min-h-0 flex-none flex-col border-border bg-surface max-[900px]:w-full',
        side === 'right'
          ? 'border-l max-[900px]:border-t max-[900px]:border-l-0'
          : 'border-r max-[900px]:border-r-0 max-[900px]:border-b',
        className,
      )}
    >
      <div className="flex h-[46px] flex-none items-center gap-2 border-b border-border pr-2 pl-5 max-md:pl-3.5">
        <h2 id={id} className="min-w-0 flex-1 truncate font-semibold">
          {title}
        </h2>
        {onClose ? <IconButton label="Close" icon={<X />} onClick={onClose} /> : null}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      {footer ? (
        <div className="flex flex-none flex-col gap-2 border-t border-border px-5 py-3 max-md:px-3.5">
          {footer}
        </div>
      ) : null}
    </aside>
  );
}
