import { useQuery } from '@tanstack/react-query';
import { checkWebhook } from '../../../../shared/encore/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Section } from '../../../ui/panel.tsx';
import { webhookPresetsQuery } from '../queries.ts';
import { AddLine } from './add-line.tsx';
import { RemovableList } from './removable-list.tsx';

interface WebhooksSectionProps {
  title?: string;
  webhooks: readonly string[];
  onChange: (webhooks: string[]) => void;
}

/** Cart webhooks: the presets of the configuration to tick, own addresses to add and remove. */
export function WebhooksSection({
  title = 'Global Webhooks',
  webhooks,
  onChange,
}: WebhooksSectionProps) {
  const presets = useQuery(webhookPresetsQuery());
  const known = presets.data ?? [];
  const own = webhooks.filter((address) => !known.includes(address));
  const toggle = (address: string, isOn: boolean) =>
    onChange(isOn ? [...webhooks, address] : webhooks.filter((other) => other !== address));
  const add = (typed: string) => {
    const address = typed.trim();
    if (webhooks.includes(address)) return 'This webhook is in the list already.';
    const problem = checkWebhook(address);
    if (problem === null) onChange([...webhooks, address]);
    return problem;
  };
  return (
    <Section
      title={title}
      actions={
        <Button
          size="xs"
          variant="ghost"
          disabled={known.length === 0}
          onClick={() => onChange([...new Set([...webhooks, ...known])])}
        >
          Add all presets
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        {presets.error ? <FieldError>{presets.error.message}</FieldError> : null}
        {known.map((address, index) => (
          <CheckboxField
            key={address}
            checked={webhooks.includes(address)}
            onChange={(isOn) => toggle(address, isOn)}
          >
            <span className="block leading-5">Preset {index + 1}</span>
            <span className="mono block truncate text-text-muted" title={address}>
              {address}
            </span>
          </CheckboxField>
        ))}
        <RemovableList
          label="Own webhooks"
          items={own}
          nameOf={(address) => address}
          onRemove={(address) => toggle(address, false)}
        >
          {(address) => <span className="mono">{address}</span>}
        </RemovableList>
        <AddLine
          label="Cart webhook"
          type="url"
          inputMode="url"
          placeholder="https://"
          className="mt-1"
          onAdd={add}
        />
      </div>
    </Section>
  );
}
