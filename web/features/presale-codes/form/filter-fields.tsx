import { FormField } from '../../../kit/form/form.tsx';
import type { Form } from '../../../kit/form/use-form.ts';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { Input } from '../../../ui/input.tsx';
import type { SearchForm } from './search-form.ts';

/** Excluded words, required words and case. */
export function FilterFields({ form }: { form: Form<SearchForm> }) {
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
