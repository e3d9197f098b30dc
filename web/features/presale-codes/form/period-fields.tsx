import { SEARCH_LIMITS } from '../../../../shared/presale-codes/constants.ts';
import { FormField } from '../../../kit/form/form.tsx';
import type { Form } from '../../../kit/form/use-form.ts';
import { Input } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { SearchForm } from './search-form.ts';

/** The type and the length of the period. */
export function PeriodFields({ form }: { form: Form<SearchForm> }) {
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
