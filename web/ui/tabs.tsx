import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

export interface Tab<T extends string> {
  value: T;
  label: ReactNode;
  /** Shown in a pill after the label. */
  count?: number | string;
}

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly Tab<T>[];
  /** At the right end of the tab line. */
  aside?: ReactNode;
  /** The shown tab's content. */
  children: ReactNode;
  className?: string;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Switches the data set. `children` is the panel of the tab that is shown; arrow keys move along the tabs. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  aside,
  children,
  className,
}: TabsProps<T>) {
  const id = useId();
  const tabId = (tab: T) => `${id}-${tabs.findIndex((other) => other.value === tab)}`;
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const next = tabs[STEPS[event.key]?.(at, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(tabId(next.value))?.focus();
  };
  return (
    <div className={clsx('flex min-h-0 flex-1 flex-col', className)}>
      <div className="flex flex-none items-center border-b border-border pr-4 pl-3">
        <div
          role="tablist"
          aria-label={label}
          className="flex min-w-0 flex-1 gap-0.5 overflow-x-auto [scrollbar-width:none]"
        >
          {tabs.map((tab, at) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={tabId(tab.value)}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={(event) => onKeyDown(event, at)}
              className="relative flex h-[38px] items-center gap-1.5 px-[9px] font-medium whitespace-nowrap text-text-muted -outline-offset-3 hover:text-text focus-visible:rounded-md aria-selected:font-[580] aria-selected:text-text aria-selected:after:absolute aria-selected:after:inset-x-2 aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:rounded-t-xs aria-selected:after:bg-accent"
            >
              {tab.label}
              {tab.count === undefined ? null : <CountPill>{tab.count}</CountPill>}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={tabId(value)}
        className="flex min-h-0 flex-1 flex-col"
      >
        {children}
      </div>
    </div>
  );
}

/** A small count beside a label. */
export function CountPill({ children }: { children: ReactNode }) {
  return (
    <span className="tn rounded-lg bg-surface-active px-[5px] text-2xs font-[540] text-text-muted">
      {children}
    </span>
  );
}
