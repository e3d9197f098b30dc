import { type CustomField, makeCustomField } from '../../../../shared/encore/custom-fields.ts';
import { type EncoreVariant, encoreFields } from '../../../../shared/encore/fields.ts';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { Section } from '../../../ui/panel.tsx';
import { AddLine } from './add-line.tsx';
import { RemovableList } from './removable-list.tsx';

interface FieldsManagementProps {
  variant: EncoreVariant;
  disabledFields: readonly string[];
  customFields: readonly CustomField[];
  onDisabledFields: (keys: string[]) => void;
  onCustomFields: (fields: CustomField[]) => void;
}

/** Which columns the file has: available fields to switch on and off, custom ones to add and remove. */
export function FieldsManagement(props: FieldsManagementProps) {
  const { variant, disabledFields, customFields } = props;
  const fields = encoreFields(variant);
  const off = new Set(disabledFields);
  const count = fields.filter((field) => !off.has(field.key)).length + customFields.length;
  return (
    <Section
      title="Fields Management"
      actions={<span className="tn text-xs text-text-muted">{count} enabled</span>}
    >
      <fieldset className="m-0 border-0 p-0">
        <legend className="sr-only">Available fields</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(138px,1fr))] gap-x-3 gap-y-2">
          {fields.map((field) => (
            <CheckboxField
              key={field.key}
              checked={!off.has(field.key)}
              onChange={(isOn) =>
                props.onDisabledFields(
                  isOn
                    ? disabledFields.filter((key) => key !== field.key)
                    : [...disabledFields, field.key],
                )
              }
            >
              {field.label}
            </CheckboxField>
          ))}
        </div>
      </fieldset>
      <CustomFields fields={customFields} onChange={props.onCustomFields} />
    </Section>
  );
}

interface CustomFieldsProps {
  fields: readonly CustomField[];
  onChange: (fields: CustomField[]) => void;
}

/** Text fields of the operator's own. */
export function CustomFields({ fields, onChange }: CustomFieldsProps) {
  const add = (typed: string) => {
    const made = makeCustomField(typed, fields);
    if (made.field !== null) onChange([...fields, made.field]);
    return made.problem;
  };
  return (
    <div className="mt-3.5 flex flex-col gap-2">
      <RemovableList
        label="Custom fields"
        items={fields}
        nameOf={({ label }) => label}
        onRemove={(field) => onChange(fields.filter((other) => other !== field))}
      >
        {({ key, label }) => (
          <>
            {label} <span className="mono text-text-muted">{key}</span>
          </>
        )}
      </RemovableList>
      <AddLine label="Custom field" hint="Spaces are removed from its name." onAdd={add} />
    </div>
  );
}
