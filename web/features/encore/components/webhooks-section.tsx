import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { checkWebhook } from '../../../../shared/encore/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Section } from '../../../ui/panel.tsx';
import { webhookPresetsQuery } from '../queries.ts';
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
        <AddWebhook existing={webhooks} onAdd={(address) => onChange([...webhooks, address])} />
      </div>
    </Section>
  );
}

function AddWebhook({
  existing,
  onAdd,
}: {
  existing: readonly string[];
  onAdd: (address: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = () => {
    const address = typed.trim();
    const found = existing.includes(address)
      ? 'This webhook is in the list already.'
      : checkWebhook(address);
    setProblem(found);
    if (found !== null) return;
    onAdd(address);
    setTyped('');
  };
  return (
    <form
      className="mt-1 flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field label="Cart webhook" error={problem} className="flex-1">
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
      <Button
        type="submit"
        className="mt-[23px]"
        icon={<Plus aria-hidden="true" strokeWidth={1.75} />}
      >
        Add
      </Button>
    </form>
  );
}
