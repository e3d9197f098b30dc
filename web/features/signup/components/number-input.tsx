import { useState } from 'react';
import type { FieldControl } from '../../../ui/field.tsx';
import { Input, type InputSize } from '../../../ui/input.tsx';

interface NumberInputProps {
  value: number;
  bounds: { min: number; max: number };
  onChange: (value: number) => void;
  size?: InputSize;
  control?: FieldControl;
  'aria-label'?: string;
  className?: string;
}

/** A whole number within bounds. A value out of bounds is red while typing and is not used; on blur the last valid one returns. */
export function NumberInput({ value, bounds, onChange, control, ...rest }: NumberInputProps) {
  /** The typed text while it cannot be used. */
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <Input
      {...rest}
      {...control}
      inputMode="numeric"
      autoComplete="off"
      aria-invalid={wrong === null ? undefined : true}
      value={wrong ?? value}
      onChange={(event) => {
        const typed = event.target.value.trim();
        const isGood = isWithin(typed, bounds);
        setWrong(isGood ? null : typed);
        if (isGood) onChange(Number(typed));
      }}
      onBlur={() => setWrong(null)}
      onFocus={(event) => event.target.select()}
    />
  );
}

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  if (!/^\d{1,4}$/.test(text)) return false;
  return Number(text) >= min && Number(text) <= max;
}
