import { clsx } from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

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

/** Switches the data set. `children` is the panel of the tab that is shown. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  aside,
  children,
  className,
}: TabsProps<T>) {
  return (
    <Radix.Root
      value={value}
      // The tabs below are the only values there are.
      onValueChange={(next) => onChange(next as T)}
      className={clsx('flex min-h-0 flex-1 flex-col', className)}
    >
      <div className="flex flex-none items-center border-b border-border pr-4 pl-3">
        <Radix.List
          aria-label={label}
          className="flex min-w-0 flex-1 gap-0.5 overflow-x-auto [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="relative flex h-[38px] items-center gap-1.5 px-[9px] font-medium whitespace-nowrap text-text-muted -outline-offset-3 hover:text-text focus-visible:rounded-md data-[state=active]:font-[580] data-[state=active]:text-text data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-t-xs data-[state=active]:after:bg-accent"
            >
              {tab.label}
              {tab.count === undefined ? null : <CountPill>{tab.count}</CountPill>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      <Radix.Content value={value} className="flex min-h-0 flex-1 flex-col -outline-offset-2">
        {children}
      </Radix.Content>
    </Radix.Root>
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
