import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { SearchFaults, SearchForm } from '../search-form.ts';

interface PeriodFieldsProps {
  form: SearchForm;
  faults: SearchFaults;
  onChange: (part: Partial<SearchForm>) => void;
}

/** The type and the length of the period. */
export function PeriodFields({ form, faults, onChange }: PeriodFieldsProps) {
  const isHours = form.searchPeriodType === 'hours';
  return (
    <Field
      label={isHours ? 'Search period in hours' : 'Search period in days'}
      hint={isHours ? '1 to 720 hours back from now' : '1 to 30 days back from now'}
      error={isHours ? faults.searchHours : faults.searchDays}
    >
      {(control) => (
        <div className="flex items-center gap-2.5">
          <Segmented
            block
            className="flex-1!"
            label="Period type"
            value={form.searchPeriodType}
            onChange={(searchPeriodType) => onChange({ searchPeriodType })}
            choices={[
              { value: 'hours', label: 'Hours' },
              { value: 'days', label: 'Days' },
            ]}
          />
          <Input
            {...control}
            inputMode="numeric"
            className="tn w-28! flex-none"
            suffix={isHours ? 'hours' : 'days'}
            value={isHours ? form.searchHours : form.searchDays}
            onChange={(event) =>
              onChange(
                isHours ? { searchHours: event.target.value } : { searchDays: event.target.value },
              )
            }
          />
        </div>
      )}
    </Field>
  );
}
