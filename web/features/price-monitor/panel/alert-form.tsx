import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { isPercentKind, isValueless } from '../../../../shared/price-monitor/alerts.ts';
import { Form, FormFailure, FormField, FormSubmit } from '../../../kit/form/form.tsx';
import type { Form as FormState } from '../../../kit/form/use-form.ts';
import { Input, Select } from '../../../ui/input.tsx';

/** The kinds of rules about a price. */
export const PRICE_KINDS = [
  { value: 'below', label: 'Lowest price below' },
  { value: 'above', label: 'Lowest price above' },
  { value: 'drop_percent', label: 'Drop by percent' },
  { value: 'rise', label: 'Rise by percent' },
];

/** The value of a rule as a number, with a dot or a comma for decimals. */
export const readValue = (text: string): number => Number.parseFloat(text.replace(',', '.'));

/** The kinds of rules about an event. */
export const EVENT_KINDS = [
  ...PRICE_KINDS,
  { value: 'back_in_stock', label: 'Back in stock' },
  { value: 'opens', label: 'Opening of the sale' },
];

interface AlertFieldsProps {
  form: Omit<FormState<{ kind: string; value: string }>, 'reset'>;
  kinds: typeof PRICE_KINDS;
  /** The sign of the currency before a price. */
  sign?: string | undefined;
  /** Moves the focus to the value when the fields appear. */
  isFirst?: true;
}

/** The kind of a rule, and its value unless the kind has none. */
export function AlertFields({ form, kinds, sign, isFirst }: AlertFieldsProps) {
  const { kind } = form.values;
  const isPercent = isPercentKind(kind);
  return (
    <>
      <FormField form={form} name="kind" label="Alert me" className="min-w-40 flex-1">
        {(control) => <Select {...control} options={kinds} />}
      </FormField>
      {isValueless(kind) ? null : (
        <FormField
          form={form}
          name="value"
          label={isPercent ? 'Percent' : 'Price'}
          className="w-28"
        >
          {(control) => (
            <Input
              {...control}
              autoFocus={isFirst}
              inputMode="decimal"
              autoComplete="off"
              className="tn text-right"
              {...(isPercent ? { suffix: '%' } : { prefix: sign })}
            />
          )}
        </FormField>
      )}
    </>
  );
}

interface AlertFormProps extends Omit<AlertFieldsProps, 'isFirst'> {
  label: string;
  /** Fields before the kind. */
  children?: ReactNode;
}

/** The form of a new alert: its kind, its value unless the kind has none, and the button. */
export function AlertForm({ form, label, children, ...fields }: AlertFormProps) {
  return (
    <Form
      form={form}
      label={label}
      className="flex flex-wrap items-start gap-2.5 border-b border-border px-4 py-3 max-md:px-3.5"
    >
      {children}
      <AlertFields form={form} {...fields} />
      <div className="flex flex-col gap-1.5 pt-5.75">
        <FormSubmit form={form} icon={<Plus />} busyLabel="Adding">
          Add alert
        </FormSubmit>
      </div>
      <FormFailure form={form} />
    </Form>
  );
}
