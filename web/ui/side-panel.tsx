import { clsx } from 'clsx';
import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { isBelow } from './breakpoints.ts';
import { IconButton } from './icon-button.tsx';

interface SidePanelProps {
  title: string;
  /** One line below the title. */
  subtitle?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Shows a close button; Escape also closes the panel while focus is inside. */
  onClose?: () => void;
  /** Buttons at the bottom, always in view. */
  footer?: ReactNode;
  side?: 'left' | 'right';
  /**
   * `details`: 520 px, and over the whole screen below 900 px, where an arrow leads back. It takes the focus when it is
   * opened (an element marked `data-focus-first`, else the panel) and returns it. `beside`: the same with 336 px, but
   * the focus stays in the list unless the panel covers it.
   */
  size?: 'form' | 'details' | 'beside';
  className?: string;
  children: ReactNode;
}

/**
 * Details, a form or a configuration beside a list that stays in use; 336 px, scrolls on its own; stacks below 900 px.
 */
export function SidePanel({
  title,
  subtitle,
  actions,
  onClose,
  footer,
  side = 'right',
  size = 'form',
  className,
  children,
}: SidePanelProps) {
  const id = useId();
  const coversNarrow = size !== 'form';
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const takes = size === 'details' || (size === 'beside' && isBelow('lg'));
    return takes ? takeFocus(panel.current) : undefined;
  }, [size]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose?.();
      }}
      className={clsx(
        'flex min-h-0 flex-none flex-col border-border bg-surface outline-none! max-lg:w-full',
        size === 'details' ? 'w-(--size-panel-details)' : 'w-(--size-panel)',
        coversNarrow && 'max-lg:fixed max-lg:inset-0 max-lg:z-(--z-modal) max-lg:border-0!',
        side === 'right'
          ? 'border-l max-lg:border-t max-lg:border-l-0'
          : 'border-r max-lg:border-r-0 max-lg:border-b',
        className,
      )}
    >
      <PanelHead
        id={id}
        title={title}
        subtitle={subtitle}
        actions={actions}
        onClose={onClose}
        size={size}
      />
      <div
        className={clsx(
          'min-h-0 flex-1',
          size === 'details' ? 'flex flex-col' : 'overflow-y-auto overscroll-contain',
        )}
      >
        {children}
      </div>
      {footer ? (
        <div className="flex flex-none flex-col gap-2 border-t border-border px-5 py-3 max-md:px-3.5">
          {footer}
        </div>
      ) : null}
    </aside>
  );
}

type PanelHeadProps = Pick<
  SidePanelProps,
  'title' | 'subtitle' | 'actions' | 'onClose' | 'size'
> & { id: string };

function PanelHead({ id, title, subtitle, actions, onClose, size }: PanelHeadProps) {
  const coversNarrow = size !== 'form';
  return (
    <div
      className={clsx(
        'flex min-h-(--size-toolbar) flex-none items-center gap-1 pr-2 pl-5 max-md:pl-3.5',
        size === 'details' ? 'py-1.5 pl-4!' : 'border-b border-border',
      )}
    >
      {coversNarrow && onClose ? (
        <IconButton
          label="Back"
          icon={<ArrowLeft />}
          onClick={onClose}
          className="-ml-2 lg:hidden"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <h2 id={id} className="truncate font-semibold" title={title}>
          {title}
        </h2>
        {subtitle ? <div className="truncate text-xs text-text-muted">{subtitle}</div> : null}
      </div>
      {actions}
      {onClose ? (
        <IconButton
          label="Close"
          icon={<X />}
          onClick={onClose}
          className={clsx(coversNarrow && 'max-lg:hidden')}
        />
      ) : null}
    </div>
  );
}

/**
 * A page that opens with its panel does not move the focus.
 * @returns the function that returns the focus.
 */
function takeFocus(panel: HTMLElement | null): (() => void) | undefined {
  const opener = document.activeElement;
  if (panel === null || !(opener instanceof HTMLElement) || opener === document.body) return;
  (panel.querySelector<HTMLElement>('[data-focus-first]') ?? panel).focus();
  return () => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || panel.contains(activeElement);
    if (isLost && opener.isConnected) opener.focus();
  };
}
