import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export interface Choice<T extends string> {
  value: T;
  label?: ReactNode;
  /** Accessible name of a choice that shows its icon only. */
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

/** One of a few choices, all visible; laid out in a row that wraps. */
export function RadioGroup<T extends string>({
  label,
  value,
  onChange,
  choices,
  disabled = false,
  className,
}: RadioGroupProps<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={clsx('flex flex-wrap gap-x-4 gap-y-2', className)}
    >
      {choices.map((choice) => (
        <label key={choice.value} className="flex items-start gap-2">
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={disabled || choice.disabled === true}
            onChange={() => onChange(choice.value)}
            className="radio-dot mt-0.5"
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
