import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** 28 px in toolbars, 32 px in forms, 38 px on login; 16 px text on touch. */
export type InputSize = 'sm' | 'md' | 'lg';

const frame =
  'fills-row min-w-0 border border-border-control bg-surface transition-[border-color,box-shadow] ' +
  'duration-(--duration-instant) hover:border-text-subtle field-focus rounded-md max-md:text-lg';
const invalid = 'aria-invalid:border-danger has-aria-invalid:border-danger';
const heights: Record<InputSize, string> = {
  sm: 'h-(--size-control-sm) text-xs max-md:h-9',
  md: 'h-(--size-control) max-md:h-10',
  lg: 'h-9.5 max-md:h-10',
};
const off =
  'disabled:cursor-not-allowed disabled:border-border-strong disabled:bg-surface-active disabled:text-text-disabled ' +
  'has-[input:disabled]:border-border-strong has-[input:disabled]:bg-surface-active has-[input:disabled]:text-text-disabled';

interface InputProps extends Omit<ComponentProps<'input'>, 'size' | 'prefix'> {
  size?: InputSize;
  /** Icon or unit before the text. */
  prefix?: ReactNode;
  /** Unit, key hint or button after the text. */
  suffix?: ReactNode;
  /** Width and position; the frame has its own styles. */
  className?: string | undefined;
}

/** A line of text. Use it inside a Field, or give it an `aria-label`. */
export function Input(props: InputProps) {
  const { size = 'md', prefix, suffix, className, ...rest } = props;
  // A suffix that appears and disappears keeps its frame: another element would lose the focus
  // while the operator types.
  if (!('prefix' in props || 'suffix' in props)) {
    return (
      <input {...rest} className={clsx(frame, invalid, off, heights[size], 'px-2.25', className)} />
    );
  }
  return (
    <div
      className={clsx(
        frame,
        invalid,
        off,
        heights[size],
        'flex items-center gap-1.75 pr-1.5 pl-2.25',
        className,
      )}
    >
      {prefix ? (
        <span className="flex flex-none items-center text-text-subtle [&_svg]:size-3.5">
          {prefix}
        </span>
      ) : null}
      <input
        {...rest}
        className="h-full min-w-0 flex-1 border-0 bg-transparent p-0 outline-none! disabled:cursor-not-allowed"
      />
      {suffix ? (
        <span className="flex flex-none items-center gap-1 text-xs text-text-muted">{suffix}</span>
      ) : null}
    </div>
  );
}

/** Several lines of text; the operator can enlarge it. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      className={clsx(frame, invalid, off, 'block h-auto resize-y px-2.25 py-1.75', className)}
    />
  );
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  options: readonly (string | { value: string; label: string })[];
  size?: InputSize;
}

/** A choice from a list, rendered by the browser. An empty option is shown as 'Default'. */
export function Select({ options, size = 'md', className, ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      className={clsx(frame, invalid, off, heights[size], 'select-arrow', className)}
    >
      {options.map((option) => {
        const { value, label } =
          typeof option === 'string' ? { value: option, label: option || 'Default' } : option;
        return (
          <option key={value} value={value}>
            {label}
          </option>
        );
      })}
    </select>
  );
}
