import type { EncoreField, FieldValue } from '../../../../shared/encore/fields.ts';
import type { FieldValues } from '../../../../shared/encore/values.ts';
import { FieldInput } from './field-input.tsx';

interface FieldListProps {
  fields: readonly EncoreField[];
  values: FieldValues;
  /** What a field shows that has no value here. */
  inherited: (field: EncoreField) => FieldValue;
  onChange: (key: string, value: FieldValue) => void;
}

/** A default that one column would cut off. */
const isLong = (field: EncoreField) => String(field.defaultValue).length > 16;

/** Bot parameters as a form: lines of text two by two, then the switches. */
export function FieldList({ fields, values, inherited, onChange }: FieldListProps) {
  const draw = (field: EncoreField) => (
    <FieldInput
      key={field.key}
      field={field}
      value={values[field.key] ?? inherited(field)}
      onChange={(value) => onChange(field.key, value)}
    />
  );
  const isSwitch = (field: EncoreField) => field.type === 'boolean';
  return (
    <div className="flex flex-col gap-3.5">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-x-2.5 gap-y-3">
        {fields
          .filter((field) => !isSwitch(field))
          .map((field) => (
            <div key={field.key} className={isLong(field) ? 'col-span-2' : undefined}>
              {draw(field)}
            </div>
          ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-3 gap-y-1.5">
        {fields.filter(isSwitch).map(draw)}
      </div>
    </div>
  );
}
