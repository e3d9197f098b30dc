import { SEARCH_LIMITS } from '../../../../shared/presale-codes/constants.ts';
import type { Presence } from '../../../../shared/presale-codes/schema.ts';
import { FormField } from '../../../kit/form/form.tsx';
import type { Form } from '../../../kit/form/use-form.ts';
import { FieldGroup } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { SearchForm } from './search-form.ts';

const PRESENCES: { value: Presence; label: string }[] = [
  { value: 'obligatory', label: 'Obligatory' },
  { value: 'may', label: 'May' },
  { value: 'no', label: 'No' },
];

/** The required shape of a code. */
export function PatternFields({ form }: { form: Form<SearchForm> }) {
  const { values, change } = form;
  const presence = (label: string, value: Presence, set: (next: Presence) => void) => (
    <FieldGroup label={label}>
      <RadioGroup label={label} value={value} onChange={set} choices={PRESENCES} />
    </FieldGroup>
  );
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex items-start gap-2.5">
        <FormField form={form} name="codeLengthMin" label="Code length min" className="w-[116px]">
          {(control) => <Input {...control} inputMode="numeric" className="tn" />}
        </FormField>
        <FormField form={form} name="codeLengthMax" label="Code length max" className="w-[116px]">
          {(control) => <Input {...control} inputMode="numeric" className="tn" />}
        </FormField>
      </div>
      <p className="-mt-2 text-xs leading-[17px] text-text-muted">
        Leave max empty for an exact length. Codes of {SEARCH_LIMITS.code.shortest} to{' '}
        {SEARCH_LIMITS.code.longest} characters are recognised.
      </p>
      {presence('Includes numbers', values.includesNumbers, (includesNumbers) =>
        change({ includesNumbers }),
      )}
      {presence('Includes capitals', values.includesCaps, (includesCaps) =>
        change({ includesCaps }),
      )}
      {presence('Includes special characters', values.includesSpecialChars, (next) =>
        change({ includesSpecialChars: next }),
      )}
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
