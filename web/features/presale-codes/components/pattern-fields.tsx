import { SEARCH_LIMITS } from '../../../../shared/presale-codes/constants.ts';
import type { Presence } from '../../../../shared/presale-codes/schema.ts';
import { Field, FieldGroup } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { SearchFaults, SearchForm } from '../search-form.ts';

const PRESENCES: { value: Presence; label: string }[] = [
  { value: 'obligatory', label: 'Obligatory' },
  { value: 'may', label: 'May' },
  { value: 'no', label: 'No' },
];

interface PatternFieldsProps {
  form: SearchForm;
  faults: SearchFaults;
  onChange: (part: Partial<SearchForm>) => void;
}

/** The required shape of a code. */
export function PatternFields({ form, faults, onChange }: PatternFieldsProps) {
  const isWithoutSpecials = form.includesSpecialChars === 'no';
  const presence = (label: string, value: Presence, change: (next: Presence) => void) => (
    <FieldGroup label={label}>
      <RadioGroup label={label} value={value} onChange={change} choices={PRESENCES} />
    </FieldGroup>
  );
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex items-start gap-2.5">
        <Field label="Code length min" className="w-[116px]" error={faults.codeLengthMin}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              className="tn"
              value={form.codeLengthMin}
              onChange={(event) => onChange({ codeLengthMin: event.target.value })}
            />
          )}
        </Field>
        <Field label="Code length max" className="w-[116px]" error={faults.codeLengthMax}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              className="tn"
              value={form.codeLengthMax}
              onChange={(event) => onChange({ codeLengthMax: event.target.value })}
            />
          )}
        </Field>
      </div>
      <p className="-mt-2 text-xs leading-[17px] text-text-muted">
        Leave max empty for an exact length. Codes of {SEARCH_LIMITS.code.shortest} to{' '}
        {SEARCH_LIMITS.code.longest} characters are recognised.
      </p>
      {presence('Includes numbers', form.includesNumbers, (includesNumbers) =>
        onChange({ includesNumbers }),
      )}
      {presence('Includes capitals', form.includesCaps, (includesCaps) =>
        onChange({ includesCaps }),
      )}
      {presence('Includes special characters', form.includesSpecialChars, (includesSpecialChars) =>
        onChange({ includesSpecialChars }),
      )}
      <Field
        label="Allowed special characters"
        hint="Empty means any"
        error={faults.allowedSpecialChars}
      >
        {(control) => (
          <Input
            {...control}
            className="mono"
            spellCheck={false}
            placeholder="-_&!"
            disabled={isWithoutSpecials}
            value={form.allowedSpecialChars}
            onChange={(event) => onChange({ allowedSpecialChars: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
