import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type PriceTarget, tagTargetsRequest } from '../../../shared/price-monitor/schema.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { tagEvents } from './changes.ts';

const TAG_FAILED = {
  refused: 'Failed to change the tags',
  thrown: 'Failed to change the tags. Try again.',
};

interface TagsDialogProps {
  targets: readonly PriceTarget[];
  onClose: () => void;
}

/** Adds tags to events, and removes those whose boxes are cleared. */
export function TagsDialog({ targets, onClose }: TagsDialogProps) {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const known = [...new Set(targets.flatMap(({ tags }) => tags))].sort();
  const form = useForm(tagTargetsRequest, {
    initial: { add: '' },
    toInput: ({ add }) => ({
      ids: targets.map(({ id }) => id),
      add: add
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
      remove: [...removed],
    }),
    submit: async ({ add, remove }) => {
      await tagEvents(client, targets, { add, remove });
      toast({ title: 'Tags changed' });
    },
    onDone: onClose,
    failure: TAG_FAILED,
  });
  const toggle = (tag: string, isKept: boolean) => {
    const rest = [...removed].filter((other) => other !== tag);
    setRemoved(new Set(isKept ? rest : [...rest, tag]));
  };
  return (
    <FormDialog
      form={form}
      title={`Tags of ${countOf(targets.length, 'event')}`}
      onClose={onClose}
      submitLabel="Save tags"
      busyLabel="Saving..."
    >
      <FormField
        form={form}
        name="add"
        label="Add tags"
        hint="Several tags are separated by commas."
      >
        {(control) => <Input {...control} data-focus-first autoComplete="off" />}
      </FormField>
      {known.length === 0 ? null : (
        <FieldGroup label="Tags" hint="A cleared tag is removed from all of these events.">
          {known.map((tag) => (
            <CheckboxField
              key={tag}
              checked={!removed.has(tag)}
              onChange={(isKept) => toggle(tag, isKept)}
            >
              {tag}{' '}
              <span className="tn text-text-subtle">
                {formatNumber(targets.filter(({ tags }) => tags.includes(tag)).length)}
              </span>
            </CheckboxField>
          ))}
        </FieldGroup>
      )}
    </FormDialog>
  );
}
