import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

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
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.value === value),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another tab is chosen.
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at, tabs.length]);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const places: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = tabs[places[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    const button = list.current?.children[tabs.indexOf(next)];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown} className="tab-strip">
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={index === at ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={clsx(
            'relative flex h-9.5 flex-none items-center gap-1.5 rounded-md px-2.25 font-medium whitespace-nowrap -outline-offset-3',
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
        </button>
      ))}
    </div>
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
