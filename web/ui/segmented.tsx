import { clsx } from 'clsx';
import { useId } from 'react';
import type { Choice } from './radio-group.tsx';

interface SegmentedProps<T extends string> {
  /** Names the group. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  /**
   * Two to five choices. A choice with `name` and no label shows only its icon. `count`: the number
   * of its entries, such as "1,204".
   */
  choices: readonly (Choice<T> & { count?: string | undefined })[];
  /** Segments share the whole width. */
  block?: boolean;
  className?: string;
}

/** Switches a view or a small filter. Radio buttons: arrow keys move and choose. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  choices,
  block,
  className,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={clsx(
        'flex-none gap-px rounded-md bg-surface-active p-0.5',
        block ? 'flex w-full' : 'inline-flex',
        className,
      )}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          title={choice.label === undefined ? choice.name : undefined}
          className={clsx(
            'relative flex h-6 items-center justify-center gap-1.25 rounded-sm px-2.25 text-xs font-medium whitespace-nowrap text-text-muted hover:text-text max-md:h-7.5',
            'has-checked:bg-surface-thumb has-checked:text-text has-checked:shadow-sm has-disabled:text-text-disabled',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:outline',
            block && 'flex-1',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={choice.disabled === true}
            aria-label={choice.name}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 m-0 size-full appearance-none rounded-sm opacity-0"
          />
          {choice.icon ? <span className="[&_svg]:size-3.5">{choice.icon}</span> : null}
          {choice.label}
          {choice.count === undefined ? null : (
            <>
              {' '}
              <span className="tn text-text-subtle">{choice.count}</span>
            </>
          )}
        </label>
      ))}
    </div>
  );
}
