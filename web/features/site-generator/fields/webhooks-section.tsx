import { useQuery } from '@tanstack/react-query';
import { checkWebhook } from '../../../../shared/site-generator/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Section } from '../../../ui/panel.tsx';
import { EditableList } from './editable-list.tsx';
import { type Webhooks, webhookPresetsQuery } from './use-webhooks.ts';

interface WebhooksSectionProps {
  title: string;
  webhooks: Webhooks;
  onChange: (webhooks: string[]) => void;
}

/** Cart webhooks: presets to switch on and off, and additional addresses to add and remove. */
export function WebhooksSection({ title, webhooks, onChange }: WebhooksSectionProps) {
  const query = useQuery(webhookPresetsQuery());
  const presets = query.data ?? [];
  const list = webhooks ?? presets;
  const custom = list.filter((address) => !presets.includes(address));
  const toggle = (address: string, isOn: boolean) =>
    onChange(isOn ? [...list, address] : list.filter((other) => other !== address));
  const add = (typed: string) => {
    const address = typed.trim();
    if (list.includes(address)) return 'This webhook is in the list already.';
    const problem = checkWebhook(address);
    if (problem === null) onChange([...list, address]);
    return problem;
  };
  return (
    <Section
      title={title}
      actions={
        <Button
          size="xs"
          variant="ghost"
          disabled={presets.length === 0}
          onClick={() => onChange([...new Set([...presets, ...list])])}
        >
          Add all presets
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        {query.error ? (
          <div className="flex items-center gap-2">
            <FieldError>Preset webhooks: {query.error.message}</FieldError>
            <Button size="xs" onClick={() => void query.refetch()}>
              Retry
            </Button>
          </div>
        ) : null}
        {presets.map((address, index) => (
          <CheckboxField
            key={address}
            checked={list.includes(address)}
            onChange={(isOn) => toggle(address, isOn)}
          >
            <span className="block leading-5">Preset {index + 1}</span>
            <span className="mono block truncate text-text-muted" title={address}>
              {address}
            </span>
          </CheckboxField>
        ))}
        <EditableList
          label="Own webhooks"
          inputLabel="Cart webhook"
          type="url"
          inputMode="url"
          placeholder="https://"
          items={custom}
          nameOf={(address) => address}
          renderItem={(address) => <span className="mono">{address}</span>}
          onAdd={add}
          onRemove={(address) => toggle(address, false)}
        />
      </div>
    </Section>
  );
}
