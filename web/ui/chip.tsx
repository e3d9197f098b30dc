import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface FilterChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  label: string;
  icon?: ReactNode;
  /** The value of the filter; undefined while it is off. */
  value?: ReactNode;
  /** Switches the filter off. */
  onRemove?: () => void;
}

/**
 * A filter: dashed while available, tinted with its value while active. The body opens its popover (pass it as
 * a popover's trigger), the cross removes it: two buttons side by side.
 */
export function FilterChip({
  label,
  icon,
  value,
  onRemove,
  className,
  ref,
  ...rest
}: FilterChipProps) {
  const isOn = value !== undefined && value !== null && value !== false;
  return (
    <span
      className={clsx(
        'inline-flex h-7 flex-none items-stretch rounded-md border text-xs whitespace-nowrap max-md:h-[34px]',
        isOn
          ? 'border-accent-border bg-accent-subtle text-text'
          : 'border-dashed border-border-strong text-text-muted hover:border-border-control hover:text-text',
        className,
      )}
    >
      <button
        type="button"
        {...rest}
        ref={ref}
        className={clsx(
          'inline-flex items-center gap-[5px] rounded-md pl-2 font-medium [&_svg]:size-3.5',
          isOn ? 'pr-1 [&_svg]:text-accent-text' : 'pr-2',
        )}
      >
        {icon}
        {label}
        {isOn ? (
          <b
            className="max-w-44 truncate font-semibold max-md:max-w-24"
            title={typeof value === 'string' ? value : undefined}
          >
            {value}
          </b>
        ) : null}
      </button>
      {isOn && onRemove ? (
        <button
          type="button"
          aria-label={`Remove filter ${label}`}
          onClick={onRemove}
          className="grid w-6 place-items-center rounded-md text-accent-text hover:bg-accent-border"
        >
          <X className="size-3" strokeWidth={2} />
        </button>
      ) : null}
    </span>
  );
}
