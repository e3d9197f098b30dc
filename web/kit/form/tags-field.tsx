import { Input } from '../../ui/input.tsx';
import { type FieldsOf, FormField } from './form.tsx';

interface TagsFieldProps {
  form: FieldsOf<{ tags: string }>;
  label?: string;
  /** The subject of the tags. */
  hint?: string;
  isFirst?: boolean;
}

/** Tags as comma-separated text, which `tagList` of `shared/tags.ts` reads. */
export function TagsField({ form, label = 'Tags', hint = '', isFirst }: TagsFieldProps) {
  return (
    <FormField form={form} name="tags" label={label} optional hint={`Comma separated. ${hint}`}>
      {(control) => <Input {...control} data-focus-first={isFirst} autoComplete="off" />}
    </FormField>
  );
}
