import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The properties that a control in a field must have: `<Field ...>{(control) => <Input {...control} />}</Field>`. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Below the control. */
  hint?: ReactNode;
  /** One sentence with the correction. It makes the border red. */
  error?: string | null | undefined;
  /** Adds 'optional' to the label; required fields have no mark. */
  optional?: boolean;
  /** Content at the right end of the label's line. */
  aside?: ReactNode;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, control, hint and error below, connected for assistive technology. */
export function Field({ label, hint, error, optional, aside, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.25', className)}>
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="flex items-center gap-1.5 text-xs font-medium text-text">
          {label}
          {optional ? <span className="font-normal text-text-subtle">optional</span> : null}
        </label>
        {aside ? <span className="ml-auto">{aside}</span> : null}
      </div>
      {children({
        id,
        'aria-describedby': describedBy.join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-xs leading-4.25 text-text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The red line under a control: the fault of the entered value. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.25 text-xs leading-4.25 text-danger-text">
      <CircleAlert className="mt-[2.5px] size-3 flex-none" strokeWidth={2} />
      <span>{children}</span>
    </p>
  );
}

/**
 * Why a submit is blocked, right under it. It is neutral, because nothing has failed yet. The
 * submit references it with `aria-describedby`.
 */
export function BlockedReason({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.25 text-xs leading-4.25 text-text-muted">
      <CircleAlert className="mt-[2.5px] size-3 flex-none text-text-subtle" strokeWidth={2} />
      <span>{children}</span>
    </p>
  );
}

/** Several controls under one heading (radios, checkboxes, a segmented choice). */
export function FieldGroup({
  label,
  hint,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={hint ? id : undefined}
      className={clsx('m-0 flex min-w-0 flex-col gap-1.25 border-0 p-0', className)}
    >
      <legend className="mb-1.25 p-0 text-xs font-medium text-text">{label}</legend>
      {children}
      {hint ? (
        <p id={id} className="text-xs leading-4.25 text-text-muted">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
