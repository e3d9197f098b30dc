import { clsx } from 'clsx';
import { RadioGroup as Radix } from 'radix-ui';
import type { Choice } from './radio-group.tsx';

interface SegmentedProps<T extends string> {
  /** Names the group. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  /** Two to five. A choice with `name` and no label shows its icon only. */
  choices: readonly Choice<T>[];
  /** Segments share the whole width. */
  block?: boolean;
  className?: string;
}

/** Switches a view or a small filter. A radio group for assistive technology: arrow keys move and choose. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  choices,
  block,
  className,
}: SegmentedProps<T>) {
  return (
    <Radix.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      // The items below are the only values there are.
      onValueChange={(next) => onChange(next as T)}
      className={clsx(
        'flex-none gap-px rounded-md bg-surface-active p-0.5',
        block ? 'flex w-full' : 'inline-flex',
        className,
      )}
    >
      {choices.map((choice) => (
        <Radix.Item
          key={choice.value}
          value={choice.value}
          aria-label={choice.name}
          title={choice.name}
          disabled={choice.disabled ?? false}
          className={clsx(
            'flex h-6 items-center justify-center gap-[5px] rounded-sm px-[9px] text-xs font-medium whitespace-nowrap text-text-muted hover:text-text max-md:h-[30px]',
            'data-[state=checked]:bg-surface-thumb data-[state=checked]:text-text data-[state=checked]:shadow-sm disabled:text-text-disabled',
            block && 'flex-1',
          )}
        >
          {choice.icon ? <span className="[&_svg]:size-3.5">{choice.icon}</span> : null}
          {choice.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
