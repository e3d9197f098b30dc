import { clsx } from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { scrollToItem } from './scroll-line.ts';

interface Tab<T extends string> {
  value: T;
  label: string;
  /** Beside the label, such as "1,204". */
  count?: string | undefined;
}

interface TabListProps<T extends string> {
  /** Names the list of tabs. */
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Id of the panel that shows the data set; its element has `role="tabpanel"`. */
  panelId: string;
}

/** Switches the data set below. Arrow keys, Home and End move and choose; many tabs scroll sideways. */
export function TabList<T extends string>({
  label,
  tabs,
  value,
  onChange,
  panelId,
}: TabListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // Radix moves the focus to a pressed tab by a call, after which browsers may show the ring of keyboard focus.
  const [isPressed, setPressed] = useState(false);
  const at = tabs.findIndex((tab) => tab.value === value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another tab is chosen.
  useEffect(() => {
    const tab = list.current?.children[at];
    if (list.current && tab) scrollToItem(list.current, tab);
  }, [at, tabs.length]);
  const choose = (next: string) => {
    const tab = tabs.find((one) => one.value === next);
    if (tab) onChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} className="contents">
      <Radix.List
        ref={list}
        aria-label={label}
        onPointerDown={() => setPressed(true)}
        onKeyDown={() => setPressed(false)}
        onKeyUp={() => setPressed(false)}
        className="tab-strip"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            aria-controls={panelId}
            className={clsx(
              'relative flex h-9.5 flex-none items-center gap-1.5 rounded-md px-2.25 font-medium whitespace-nowrap -outline-offset-3',
              isPressed && 'outline-none!',
              tab.value === value
                ? 'text-text after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent'
                : 'text-text-muted hover:text-text',
            )}
          >
            <span className="max-w-48 truncate" title={tab.label}>
              {tab.label}
            </span>
            {tab.count === undefined ? null : (
              <span className="tn rounded-full bg-surface-active px-1.5 text-2xs leading-4.5 text-text-muted">
                {tab.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
    </Radix.Root>
  );
}

interface TabsProps<T extends string> extends Omit<TabListProps<T>, 'tabs' | 'panelId'> {
  tabs: readonly (Tab<T> & { content: ReactNode })[];
}

/** A list of tabs above their content. Only the chosen content is rendered and takes the free height. */
export function Tabs<T extends string>({ tabs, value, ...list }: TabsProps<T>) {
  const panelId = useId();
  const chosen = tabs.find((tab) => tab.value === value);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex-none border-b border-border px-2">
        <TabList {...list} tabs={tabs} value={value} panelId={panelId} />
      </div>
      <div
        key={value}
        id={panelId}
        role="tabpanel"
        aria-label={chosen?.label}
        className="flex min-h-0 flex-1 flex-col"
      >
        {chosen?.content}
      </div>
    </div>
  );
}
