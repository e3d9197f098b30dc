import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Segmented } from './segmented.tsx';

type PaneSwitchProps<T extends string> = Pick<
  ComponentProps<typeof Segmented<T>>,
  'value' | 'onChange' | 'choices'
> & {
  /** Hides it if all panes fit beside each other. */
  className: string;
};

/** Chooses the pane of a page that has room for only one of them. */
export function PaneSwitch<T extends string>({ className, ...props }: PaneSwitchProps<T>) {
  return (
    <div
      className={clsx(
        'flex-none border-b border-border bg-surface px-5 py-2 max-md:px-3.5',
        className,
      )}
    >
      <Segmented block label="Part of the page" {...props} />
    </div>
  );
}
