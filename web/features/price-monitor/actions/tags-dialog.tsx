import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tagEventsRequest, type WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { tagsOf } from '../../../../shared/tags.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { TagsField } from '../../../kit/form/tags-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { FieldGroup } from '../../../ui/field.tsx';
import { tagEvents } from './changes.ts';

const TAG_FAILED = tryAgain('Failed to change the tags');

interface TagsDialogProps {
  events: readonly WatchedEvent[];
  onClose: () => void;
}

/** Adds tags to events, and removes those whose boxes are cleared. */
export function TagsDialog({ events, onClose }: TagsDialogProps) {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const currentTags = tagsOf(events);
  const form = useForm(tagEventsRequest, {
    initial: { tags: '' },
    toInput: ({ tags }) => ({
      ids: events.map(({ id }) => id),
      add: tags,
      remove: [...removed],
    }),
    fieldOf: (path) => (path === 'add' ? 'tags' : path),
    submit: ({ add, remove }) => tagEvents(client, events, { add, remove }),
    done: 'Tags changed',
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
      title={`Tags of ${countOf(events.length, 'event')}`}
      onClose={onClose}
      submitLabel="Save tags"
      busyLabel="Saving..."
    >
      <TagsField form={form} label="Add tags" isFirst />
      {currentTags.length === 0 ? null : (
        <FieldGroup label="Tags" hint="A cleared tag is removed from all of these events.">
          {currentTags.map((tag) => (
            <CheckboxField
              key={tag}
              checked={!removed.has(tag)}
              onChange={(isKept) => toggle(tag, isKept)}
            >
              {tag}{' '}
              <span className="tn text-text-subtle">
                {formatNumber(events.filter(({ tags }) => tags.includes(tag)).length)}
              </span>
            </CheckboxField>
          ))}
        </FieldGroup>
      )}
    </FormDialog>
  );
}
