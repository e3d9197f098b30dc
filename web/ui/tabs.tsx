import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab<T extends string> {
  value: T;
  label: string;
  /** Beside the label. */
  count?: string | undefined;
  content: ReactNode;
}

interface TabsProps<T extends string> {
  /** Names the list of tabs. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly Tab<T>[];
}

/** Switches the data set. Arrow keys move and choose; only the chosen content is rendered and takes the free height. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  return (
    <Radix.Root
      value={value}
      // Only the tabs given here come back.
      onValueChange={(next) => onChange(next as T)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Radix.List
        aria-label={label}
        className="flex h-10 flex-none items-stretch gap-0.5 overflow-x-auto border-b border-border px-2 [scrollbar-width:none]"
      >
        {tabs.map(({ value: name, label: text, count }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="inline-flex flex-none items-center gap-1.5 border-y-2 border-transparent px-2 text-text-muted -outline-offset-4 hover:text-text data-[state=active]:border-b-accent data-[state=active]:font-medium data-[state=active]:text-text"
          >
            {text}
            {count === undefined ? null : (
              <span className="tn min-w-[18px] rounded-full bg-surface-active px-1.5 text-center text-2xs leading-[18px] font-normal text-text-muted">
                {count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ value: name, content }) => (
        <Radix.Content
          key={name}
          value={name}
          className="flex min-h-0 flex-1 flex-col -outline-offset-2"
        >
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
