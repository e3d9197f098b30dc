import { CalendarDays } from 'lucide-react';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { addDays, formatDay, readDay } from '../lib/format.ts';
import { FieldError } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Input } from '../ui/input.tsx';

interface DateInputProps
  extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** YYYY-MM-DD, or empty. */
  value: string;
  /** Receives YYYY-MM-DD, or an empty text if no day can be read. */
  onChange: (event: { target: { value: string } }) => void;
  /** The days that the calendar offers, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
}

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 7, PageDown: -7 };

/**
 * A day, typed as dd/mm/yyyy or chosen in the browser's calendar. Arrow keys step by days, Page Up and Down by weeks.
 * The browser's own field would show the day in the browser's notation.
 */
export function DateInput({ value, onChange, min, max, onBlur, ...rest }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const errorId = useId();
  const calendar = useRef<HTMLInputElement>(null);
  const read = typed === null ? null : (readDay(typed) ?? '');
  // An external value replaces the typed text.
  const shown = read === value ? (typed ?? '') : formatDay(value);
  const isUnread = shown.trim() !== '' && value === '';
  const isWrong = isUnread && isLeft;
  const choose = (day: string) => {
    setTyped(null);
    onChange({ target: { value: day } });
  };
  return (
    <>
      <Input
        placeholder="dd/mm/yyyy"
        inputMode="numeric"
        autoComplete="off"
        {...rest}
        {...(isWrong && { 'aria-invalid': true, 'aria-describedby': errorId })}
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value);
          setLeft(false);
          onChange({ target: { value: readDay(target.value) ?? '' } });
        }}
        onBlur={(event) => {
          // Unreadable text stays in the field for correction.
          if (!isUnread) setTyped(null);
          setLeft(true);
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          const step = STEPS[event.key];
          if (step === undefined || value === '') return;
          event.preventDefault();
          choose(addDays(value, step));
        }}
        suffix={
          <span className="relative">
            <input
              ref={calendar}
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 opacity-0"
              value={value}
              min={min}
              max={max}
              disabled={rest.disabled}
              onChange={({ target }) => choose(target.value)}
            />
            <IconButton
              size="xs"
              label="Open the calendar"
              icon={<CalendarDays />}
              disabled={rest.disabled}
              onClick={() => calendar.current?.showPicker()}
            />
          </span>
        }
      />
      {isWrong ? <FieldError id={errorId}>Enter a day as dd/mm/yyyy.</FieldError> : null}
    </>
  );
}
