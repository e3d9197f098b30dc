import { clsx } from 'clsx';
import { useId } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { Input } from '../../../ui/input.tsx';
import type { ChangeDraft } from '../../recent-work/session/use-work.ts';
import type { DraftEvent, SiteDraft } from '../draft.ts';

interface AccountsFieldProps {
  label: string;
  value: string;
  max: number;
  placeholder?: string | undefined;
  /** The id of the message that the value is invalid. */
  errorId?: string | undefined;
  /** Its width and place. */
  className: string;
  onChange: (value: string) => void;
}

/** A number of accounts, with the most that there can be. */
export function AccountsField({
  label,
  max,
  errorId,
  className,
  onChange,
  ...rest
}: AccountsFieldProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={clsx(
        'flex flex-none items-center gap-1.5 text-xs font-medium whitespace-nowrap',
        className,
      )}
    >
      {label}
      <Input
        {...rest}
        id={id}
        size="sm"
        className="tn [&_input]:text-right"
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
        suffix={`of ${formatNumber(max)}`}
        onFocus={({ target }) => target.select()}
        onChange={(changed) => onChange(changed.target.value.trim())}
      />
    </label>
  );
}

interface AccountsForAllProps {
  events: readonly DraftEvent[];
  max: number;
  change: ChangeDraft<SiteDraft>;
}

/**
 * The number of accounts if it is the same for every event; typing sets it for all of them. Nothing
 * for a single event.
 */
export function AccountsForAll({ events, max, change }: AccountsForAllProps) {
  const [first] = events;
  if (first === undefined || events.length === 1) return null;
  const isSame = events.every(({ accounts }) => accounts === first.accounts);
  return (
    <AccountsField
      label="Accounts for all"
      // Shown above the numbers of the events.
      className="mr-10.5 w-55 self-end max-md:mr-0 max-md:self-start"
      value={isSame ? first.accounts : ''}
      placeholder={isSame ? undefined : 'Mixed'}
      max={max}
      onChange={(accounts) =>
        change((draft) => ({ events: draft.events.map((event) => ({ ...event, accounts })) }))
      }
    />
  );
}
