import {
  checkValue,
  type EncoreField,
  type FieldValue,
  numberLimits,
} from '../../../../shared/encore/fields.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { SwitchField } from '../../../ui/switch.tsx';

interface FieldInputProps {
  field: EncoreField;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  /** Written into an empty text field: what holds when nothing is typed. */
  placeholder?: string | undefined;
}

/** One bot parameter: a switch for booleans, else a line of text with its limits checked. */
export function FieldInput({ field, value, onChange, placeholder }: FieldInputProps) {
  if (field.type === 'boolean') {
    return (
      <SwitchField checked={value === true} onChange={onChange} className="min-h-6 py-0.5">
        {field.label}
      </SwitchField>
    );
  }
  const isNumber = field.type === 'number';
  return (
    <Field label={field.label} error={checkValue(field, value)}>
      {(control) => (
        <Input
          {...control}
          value={String(value)}
          placeholder={placeholder}
          inputMode={isNumber ? inputModeOf(field.key) : undefined}
          autoComplete="off"
          spellCheck={false}
          suffix={unitOf(field.key)}
          className={isNumber ? 'tn' : undefined}
          onChange={(event) => onChange(readTyped(field, event.target.value))}
        />
      )}
    </Field>
  );
}

const inputModeOf = (key: string) => (numberLimits(key).step < 1 ? 'decimal' : 'numeric');

const unitOf = (key: string) => (key.toLowerCase().includes('delay') ? 'ms' : undefined);

/** A number as soon as it is one, so that the file has 150 and not 150.00; what is half typed stays text. */
function readTyped(field: EncoreField, typed: string): FieldValue {
  if (field.type !== 'number') return typed;
  const text = typed.trim().replace(',', '.');
  return /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}
