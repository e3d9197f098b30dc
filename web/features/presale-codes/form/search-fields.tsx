import { SEARCH_LIMITS } from '../../../../shared/presale-codes/constants.ts';
import type { Presence } from '../../../../shared/presale-codes/schema.ts';
import { FormField } from '../../../kit/form/form.tsx';
import type { Form } from '../../../kit/form/use-form.ts';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { FieldGroup } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { SearchForm } from './search-form.ts';

interface FieldsProps {
  form: Form<SearchForm>;
}

/** The type and the length of the period. */
export function PeriodFields({ form }: FieldsProps) {
  const { searchPeriodType: unit } = form.values;
  const { min, max } = SEARCH_LIMITS[unit];
  return (
    <FormField
      form={form}
      name={unit === 'hours' ? 'searchHours' : 'searchDays'}
      label={`Search period in ${unit}`}
      hint={`${min} to ${max} ${unit} back from now`}
    >
      {(control) => (
        <div className="flex items-center gap-2.5">
          <Segmented
            block
            className="flex-1!"
            label="Period type"
            value={unit}
            onChange={(searchPeriodType) => form.change({ searchPeriodType })}
            choices={[
              { value: 'hours', label: 'Hours' },
              { value: 'days', label: 'Days' },
            ]}
          />
          <Input {...control} inputMode="numeric" className="tn w-28! flex-none" suffix={unit} />
        </div>
      )}
    </FormField>
  );
}

const PRESENCES: { value: Presence; label: string }[] = [
  { value: 'obligatory', label: 'Obligatory' },
  { value: 'may', label: 'May' },
  { value: 'no', label: 'No' },
];

const KINDS = [
  ['includesNumbers', 'Includes numbers'],
  ['includesCaps', 'Includes capitals'],
  ['includesSpecialChars', 'Includes special characters'],
] as const;

/** The required shape of a code. */
export function PatternFields({ form }: FieldsProps) {
  const { values, change } = form;
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex items-start gap-2.5">
        <FormField form={form} name="codeLengthMin" label="Code length min" className="w-29">
          {(control) => <Input {...control} inputMode="numeric" className="tn" />}
        </FormField>
        <FormField form={form} name="codeLengthMax" label="Code length max" className="w-29">
          {(control) => <Input {...control} inputMode="numeric" className="tn" />}
        </FormField>
      </div>
      <p className="-mt-2 text-xs leading-4.25 text-text-muted">
        Leave max empty for an exact length. Codes of {SEARCH_LIMITS.code.shortest} to{' '}
        {SEARCH_LIMITS.code.longest} characters are recognised.
      </p>
      {KINDS.map(([name, label]) => (
        <FieldGroup key={name} label={label}>
          <RadioGroup
            label={label}
            value={values[name]}
            onChange={(value) => change({ [name]: value })}
            choices={PRESENCES}
          />
        </FieldGroup>
      ))}
      <FormField
        form={form}
        name="allowedSpecialChars"
        label="Allowed special characters"
        hint="Empty means any"
      >
        {(control) => (
          <Input
            {...control}
            className="mono"
            spellCheck={false}
            placeholder="-_&!"
            disabled={values.includesSpecialChars === 'no'}
          />
        )}
      </FormField>
    </div>
  );
}

/** Excluded words, required words and case. */
export function FilterFields({ form }: FieldsProps) {
  return (
    <div className="flex flex-col gap-3.5">
      <FormField
        form={form}
        name="excludeWords"
        label="Exclude Words"
        hint="Comma separated. Codes that equal one of them are dropped."
      >
        {(control) => <Input {...control} placeholder="WELCOME10, NEWSLETTER" />}
      </FormField>
      <FormField
        form={form}
        name="mustIncludeWords"
        label="Must Include Words"
        hint="Comma separated. All of them must be in the mail."
      >
        {(control) => <Input {...control} placeholder="presale, tour" />}
      </FormField>
      <CheckboxField
        checked={form.values.caseSensitive}
        onChange={(caseSensitive) => form.change({ caseSensitive })}
      >
        Case Sensitive Search
      </CheckboxField>
    </div>
  );
}
