import {
  type CustomField,
  makeCustomField,
} from '../../../../shared/site-generator/custom-fields.ts';
import { EditableList } from './editable-list.tsx';

interface CustomFieldsProps {
  fields: readonly CustomField[];
  /** Names of the other columns. */
  taken: readonly string[];
  onChange: (fields: CustomField[]) => void;
}

/** The operator's own text fields. */
export function CustomFields({ fields, taken, onChange }: CustomFieldsProps) {
  const add = (typed: string) => {
    const { field, problem } = makeCustomField(typed, fields, taken);
    if (field !== null) onChange([...fields, field]);
    return problem;
  };
  return (
    <EditableList
      label="Custom fields"
      inputLabel="Custom field"
      hint="Spaces are removed from its name."
      items={fields}
      nameOf={({ label }) => label}
      renderItem={({ key, label }) => (
        <>
          {label} <span className="mono text-text-muted">{key}</span>
        </>
      )}
      onAdd={add}
      onRemove={(field) => onChange(fields.filter((other) => other !== field))}
    />
  );
}
