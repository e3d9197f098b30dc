import { Copy } from 'lucide-react';
import type { EncoreField } from '../../../../shared/encore/fields.ts';
import type { FieldValues } from '../../../../shared/encore/values.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/panel.tsx';
import { FieldList } from './field-list.tsx';

interface GeneralConfigProps {
  title: string;
  fields: readonly EncoreField[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  /** Copies these values over those of every event; absent where there are no events. */
  onApplyToAll?: (() => void) | undefined;
}

/** The configuration that every event takes unless it has its own. */
export function GeneralConfig({
  title,
  fields,
  values,
  onChange,
  onApplyToAll,
}: GeneralConfigProps) {
  return (
    <Section title={title}>
      <FieldList
        fields={fields}
        values={values}
        inherited={(field) => field.defaultValue}
        onChange={(key, value) => onChange({ ...values, [key]: value })}
      />
      {onApplyToAll ? (
        <Button
          className="mt-3.5 w-full"
          icon={<Copy aria-hidden="true" strokeWidth={1.75} />}
          onClick={onApplyToAll}
        >
          Apply to All Events
        </Button>
      ) : null}
    </Section>
  );
}
