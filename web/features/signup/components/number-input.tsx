import { useEffect, useState } from 'react';
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
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const isGood = isWithin(typed, bounds);
  return (
    <Input
      {...rest}
      {...control}
      inputMode="numeric"
      autoComplete="off"
      aria-invalid={isGood ? undefined : true}
      value={typed}
      onChange={(event) => {
        const next = event.target.value.trim();
        setTyped(next);
        if (isWithin(next, bounds)) onChange(Number(next));
      }}
      onBlur={() => setTyped(String(value))}
      onFocus={(event) => event.target.select()}
    />
  );
}

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  if (!/^\d{1,4}$/.test(text)) return false;
  return Number(text) >= min && Number(text) <= max;
}
