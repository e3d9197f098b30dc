import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Menu, MenuRadio } from './menu.tsx';

interface FilterChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  label: string;
  icon?: ReactNode;
  /** The value of the filter; undefined while it is off. */
  value?: ReactNode;
  /** Switches the filter off. */
  onRemove?: () => void;
}

/**
 * A filter: dashed while available, tinted with its value while active. The body opens its popover
 * (pass it as a popover's trigger), the cross removes the filter: two buttons side by side.
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
        'inline-flex h-7 flex-none items-stretch rounded-md border text-xs whitespace-nowrap max-md:h-8.5',
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
          'inline-flex items-center gap-1.25 rounded-md pl-2 font-medium [&_svg]:size-3.5',
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

interface FilterMenuProps {
  label: string;
  icon?: ReactNode;
  /** The choice without a filter, such as "All tags". */
  allLabel: string;
  value: string | undefined;
  /** `aside`: such as the number of rows with this value. */
  choices: readonly { value: string; label?: string; aside?: string }[];
  onChange: (value: string | undefined) => void;
}

/** Filters a list by one value from a menu. Not rendered while nothing can be chosen. */
export function FilterMenu(props: FilterMenuProps) {
  const { label, value, choices, onChange } = props;
  if (choices.length === 0 && value === undefined) return null;
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <Menu
      label={label}
      align="start"
      trigger={
        <FilterChip
          label={label}
          icon={props.icon}
          value={chosen?.label ?? value}
          onRemove={() => onChange(undefined)}
        />
      }
    >
      <MenuRadio
        label={label}
        value={value ?? ''}
        onChange={(next) => onChange(next || undefined)}
        choices={[
          { value: '', label: props.allLabel },
          ...choices.map(({ value, label = value, aside }) => ({
            value,
            label: aside === undefined ? label : `${label} (${aside})`,
          })),
        ]}
      />
    </Menu>
  );
}

interface ToggleChipProps extends Omit<ComponentProps<'button'>, 'type'> {
  isOn: boolean;
}

/** One of several values that can be chosen together; tinted if chosen. */
export const ToggleChip = ({ isOn, className, ...rest }: ToggleChipProps) => (
  <button
    {...rest}
    type="button"
    aria-pressed={isOn}
    className={clsx(
      'inline-flex min-h-6 items-center gap-1 rounded-sm border px-1.75 text-xs font-medium [overflow-wrap:anywhere] max-md:min-h-9 [&_svg]:size-3.5',
      isOn
        ? 'border-accent-border bg-accent-subtle text-text [&_svg]:text-accent-text'
        : 'border-border-strong text-text-muted hover:border-border-control hover:text-text',
      className,
    )}
  />
);
