import type { CustomField } from '../../../../shared/encore/custom-fields.ts';
import type { EncoreVariant } from '../../../../shared/encore/fields.ts';
import { type FieldValues, fieldsOf } from '../../../../shared/encore/values.ts';
import { Section } from '../../../ui/panel.tsx';
import { CustomFields } from './fields-management.tsx';
import { GeneralConfig } from './general-config.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

interface EncoreParametersProps {
  variant: EncoreVariant;
  values: FieldValues;
  customFields: readonly CustomField[];
  webhooks: readonly string[];
  onValues: (values: FieldValues) => void;
  onCustomFields: (fields: CustomField[]) => void;
  onWebhooks: (webhooks: string[]) => void;
}

/** The Encore parameters of a dispatch: one configuration for all events, custom fields, cart webhooks. */
export function EncoreParameters(props: EncoreParametersProps) {
  return (
    <>
      <GeneralConfig
        title="Global Bot Configuration"
        fields={fieldsOf(props.variant, props.customFields)}
        values={props.values}
        onChange={props.onValues}
      />
      <Section title="Custom fields">
        <CustomFields fields={props.customFields} onChange={props.onCustomFields} />
      </Section>
      <WebhooksSection
        title="Cart Webhooks"
        webhooks={props.webhooks}
        onChange={props.onWebhooks}
      />
    </>
  );
}
