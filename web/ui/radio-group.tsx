import { clsx } from 'clsx';
import { RadioGroup as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Choice<T extends string> {
  value: T;
  label: ReactNode;
  /** For icon-only segments. */
  name?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<T extends string> {
  /** Names the group. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly Choice<T>[];
  disabled?: boolean;
  className?: string;
}

/** One of a few, written out; laid out in a row that wraps. */
export function RadioGroup<T extends string>({
  label,
  value,
  onChange,
  choices,
  disabled,
  className,
}: RadioGroupProps<T>) {
  return (
    <Radix.Root
      aria-label={label}
      value={value}
      // The items below are the only values there are.
      onValueChange={(next) => onChange(next as T)}
      disabled={disabled ?? false}
      className={clsx('flex flex-wrap gap-x-4 gap-y-2', className)}
    >
      {choices.map((choice) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the Radix item inside is the control.
        <label key={choice.value} className="flex items-start gap-2">
          <Radix.Item
            value={choice.value}
            disabled={choice.disabled ?? false}
            className="relative mt-0.5 size-4 flex-none rounded-full border-[1.25px] border-border-control bg-surface after:absolute after:-inset-[5px] hover:border-text-subtle disabled:opacity-55 data-[state=checked]:border-[5px] data-[state=checked]:border-accent"
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </Radix.Root>
  );
}
