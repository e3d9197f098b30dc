import { useEffect, useEffectEvent, useId, useState } from 'react';
import { type FieldControl, FieldError } from '../../../ui/field.tsx';
import { Input, type InputSize } from '../../../ui/input.tsx';

interface NumberInputProps {
  value: number;
  bounds: { min: number; max: number };
  onChange: (value: number) => void;
  /** Called with the sentence about a number that cannot be used, and with null once it can. */
  onProblem?: (problem: string | null) => void;
  size?: InputSize;
  control?: FieldControl;
  'aria-label'?: string;
  className?: string;
}

/**
 * A whole number within bounds. Anything else stays as typed, is marked with the bounds, and is not
 * used. A new `value` replaces it.
 */
export function NumberInput(props: NumberInputProps) {
  const { value, bounds, onChange, onProblem, control, ...rest } = props;
  /** The typed text while it cannot be used. */
  const [wrong, setWrong] = useState<string | null>(null);
  const [shownValue, setShownValue] = useState(value);
  if (value !== shownValue) {
    setShownValue(value);
    setWrong(null);
  }
  const problem = wrong === null ? null : `Enter ${bounds.min} to ${bounds.max}.`;
  const problemId = useId();
  const describedBy = [control?.['aria-describedby'], problem && problemId].filter(Boolean);
  const report = useEffectEvent((text: string | null) => onProblem?.(text));
  useEffect(() => {
    report(problem);
    return () => report(null);
  }, [problem]);
  return (
    <>
      <Input
        {...rest}
        {...control}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={wrong === null ? undefined : true}
        aria-describedby={describedBy.join(' ') || undefined}
        value={wrong ?? value}
        onChange={(event) => {
          const typed = event.target.value.trim();
          const isGood = isWithin(typed, bounds);
          setWrong(isGood ? null : typed);
          if (isGood) onChange(Number(typed));
        }}
        onFocus={(event) => event.target.select()}
      />
      {problem === null ? null : <FieldError id={problemId}>{problem}</FieldError>}
    </>
  );
}

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  if (!/^\d{1,4}$/.test(text)) return false;
  return Number(text) >= min && Number(text) <= max;
}
