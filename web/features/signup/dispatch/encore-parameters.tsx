import { fieldsOf, TAKEN_NAMES, variantOfLinks } from '../../../../shared/encore/fields.ts';
import { Section } from '../../../ui/panel.tsx';
import { CustomFields, GeneralConfig, WebhooksSection } from '../../site-generator/index.ts';
import type { SignupState } from '../state.ts';
import type { Signup } from '../use-signup.ts';

/** The Encore parameters of a dispatch: one configuration for all events, custom fields, cart webhooks. */
export function EncoreParameters({
  state,
  change,
}: {
  state: SignupState;
  change: Signup['change'];
}) {
  return (
    <>
      <GeneralConfig
        title="Global Bot Configuration"
        fields={fieldsOf(variantOfLinks([state.infos.url]), state.customFields)}
        values={state.globalConfig}
        onChange={(globalConfig) => change({ globalConfig })}
      />
      <Section title="Custom fields">
        <CustomFields
          fields={state.customFields}
          taken={TAKEN_NAMES}
          onChange={(customFields) => change({ customFields })}
        />
      </Section>
      <WebhooksSection
        title="Cart Webhooks"
        webhooks={state.webhooks}
        onChange={(webhooks) => change({ webhooks })}
      />
    </>
  );
}
