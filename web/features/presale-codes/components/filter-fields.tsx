import { CheckboxField } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { SearchFaults, SearchForm } from '../search-form.ts';

interface FilterFieldsProps {
  form: SearchForm;
  faults: SearchFaults;
  onChange: (part: Partial<SearchForm>) => void;
}

/** Excluded words, required words and case. */
export function FilterFields({ form, faults, onChange }: FilterFieldsProps) {
  return (
    <div className="flex flex-col gap-3.5">
      <Field
        label="Exclude Words"
        hint="Comma separated. Codes that equal one of them are dropped."
        error={faults.excludeWords}
      >
        {(control) => (
          <Input
            {...control}
            placeholder="WELCOME10, NEWSLETTER"
            value={form.excludeWords}
            onChange={(event) => onChange({ excludeWords: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Must Include Words"
        hint="Comma separated. All of them must be in the mail."
        error={faults.mustIncludeWords}
      >
        {(control) => (
          <Input
            {...control}
            placeholder="presale, tour"
            value={form.mustIncludeWords}
            onChange={(event) => onChange({ mustIncludeWords: event.target.value })}
          />
        )}
      </Field>
      <CheckboxField
        checked={form.caseSensitive}
        onChange={(caseSensitive) => onChange({ caseSensitive })}
      >
        Case Sensitive Search
      </CheckboxField>
    </div>
  );
}
