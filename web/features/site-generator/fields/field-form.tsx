import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  checkValue,
  type FieldValue,
  type FieldValues,
  numberLimits,
  type SiteField,
} from '../../../../shared/site-generator/fields.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { Section } from '../../../ui/panel.tsx';
import { SwitchField } from '../../../ui/switch.tsx';

interface FieldInputProps {
  field: SiteField;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  placeholder?: string | undefined;
  /** Marks a value that differs from the one for all events. */
  isOwn?: boolean;
  hint?: ReactNode;
}

/** The control of one field: a switch, a select or a line of text with its limits checked. */
export function FieldInput({ field, value, onChange, placeholder, isOwn, hint }: FieldInputProps) {
  const badge = isOwn ? (
    <span className="block rounded-sm bg-accent-subtle px-1 text-2xs leading-3.5 font-medium text-accent-text">
      override
    </span>
  ) : null;
  if (field.type === 'boolean') {
    return (
      <SwitchField
        checked={value === true}
        onChange={onChange}
        className="min-h-6 py-0.5"
        hint={hint}
      >
        {field.label} {badge}
      </SwitchField>
    );
  }
  const isNumber = field.type === 'number';
  return (
    <Field label={field.label} aside={badge} hint={hint} error={checkValue(field, value)}>
      {(control) =>
        field.type === 'choice' ? (
          <Select
            {...control}
            value={String(value)}
            options={field.options ?? []}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            type={field.type === 'secret' ? 'password' : 'text'}
            value={String(value)}
            placeholder={placeholder}
            inputMode={isNumber ? inputModeOf(field.key) : undefined}
            autoComplete={field.type === 'secret' ? 'new-password' : 'off'}
            spellCheck={false}
            suffix={field.key.toLowerCase().includes('delay') ? 'ms' : undefined}
            className={isNumber ? 'tn text-right [&_input]:text-right' : undefined}
            onChange={(event) => onChange(readTyped(field, event.target.value))}
          />
        )
      }
    </Field>
  );
}

const inputModeOf = (key: string) => (numberLimits(key).step < 1 ? 'decimal' : 'numeric');

/** A whole number becomes a number; everything else stays text, so that 90.50 is written as typed. */
function readTyped(field: SiteField, typed: string): FieldValue {
  if (field.type !== 'number') return typed;
  const text = typed.trim().replace(',', '.');
  return /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}

interface FieldListProps {
  fields: readonly SiteField[];
  values: FieldValues;
  /** The displayed value of a field that has none in `values`. */
  inherited: (field: SiteField) => FieldValue;
  onChange: (key: string, value: FieldValue) => void;
  /** Marks fields that have a value in `values`. */
  marksOwn?: true;
}

/** Fields as a form: text and selects two by two, then the switches. */
export function FieldList({ fields, values, inherited, onChange, marksOwn }: FieldListProps) {
  const draw = (field: SiteField) => (
    <FieldInput
      key={field.key}
      field={field}
      value={values[field.key] ?? inherited(field)}
      isOwn={marksOwn === true && isOverride(values[field.key], inherited(field))}
      // The values of one event are beside those of all events, which have the help.
      hint={marksOwn === true ? undefined : field.hint}
      onChange={(value) => onChange(field.key, value)}
    />
  );
  const isSwitch = (field: SiteField) => field.type === 'boolean';
  return (
    <div className="flex flex-col gap-3.5">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-x-2.5 gap-y-3">
        {fields
          .filter((field) => !isSwitch(field))
          .map((field) => (
            <div key={field.key} className={needsWidth(field) ? 'col-span-2' : undefined}>
              {draw(field)}
            </div>
          ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-3 gap-y-1.5 empty:hidden">
        {fields.filter(isSwitch).map(draw)}
      </div>
    </div>
  );
}

/** A single column would cut the default value or an address. */
const needsWidth = ({ key, defaultValue }: SiteField) =>
  String(defaultValue).length > 16 || key === 'webhook';

interface GeneralConfigProps {
  title: string;
  fields: readonly SiteField[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  /** Copies these values to every event, replacing its values. */
  onApplyToAll?: () => void;
  /** Settings of the whole file, which no event has. */
  children?: ReactNode;
}

/** The values of all events that have none of their own. */
export function GeneralConfig(props: GeneralConfigProps) {
  const { fields, values, onChange, onApplyToAll } = props;
  return (
    <Section title={props.title}>
      <FieldList
        fields={fields}
        values={values}
        inherited={(field) => field.defaultValue}
        onChange={(key, value) => onChange({ ...values, [key]: value })}
      />
      {onApplyToAll ? (
        <Button className="mt-3.5 w-full" icon={<Copy />} onClick={onApplyToAll}>
          Apply to All Events
        </Button>
      ) : null}
      {props.children}
    </Section>
  );
}

/** Whether a value differs from the inherited one. A number may be stored as a text. */
export const isOverride = (own: FieldValue | undefined, inherited: FieldValue): boolean =>
  own !== undefined && String(own) !== String(inherited);

/** `2 overrides`: the values that differ from the inherited ones; empty for none. */
export function describeOwn(
  fields: readonly SiteField[],
  values: FieldValues,
  inherited: (field: SiteField) => FieldValue,
): string {
  const overridden = fields.filter((field) => isOverride(values[field.key], inherited(field)));
  return overridden.length === 0 ? '' : countOf(overridden.length, 'override');
}
