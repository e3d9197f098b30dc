import { formatNumber } from '../../../lib/format.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

interface MaximumFieldProps {
  label: string;
  className?: string;
  value: string;
  /** The number of accounts; null until they are counted. */
  bound: number | null;
  error: string | null;
  onChange: (value: string) => void;
}

/** The maximum number of accounts for an event; all accounts if it is empty. */
export const MaximumField = ({ value, bound, onChange, ...field }: MaximumFieldProps) => (
  <Field {...field}>
    {(control) => (
      <Input
        {...control}
        inputMode="numeric"
        autoComplete="off"
        className="tn"
        placeholder="All"
        suffix={`of ${bound === null ? '…' : formatNumber(bound)}`}
        value={value}
        onChange={({ target }) => onChange(target.value.trim())}
      />
    )}
  </Field>
);
