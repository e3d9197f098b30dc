import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { isPercentKind } from '../../../../shared/price-monitor/alerts.ts';
import { formatPrice } from '../../../../shared/price-monitor/prices.ts';
import { newTagAlert, type TagAlert } from '../../../../shared/price-monitor/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { Form, FormFailure, FormField, FormSubmit } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { useQuestion } from '../../../kit/question.tsx';
import { countOf } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { addTagAlert, deleteAlert, tagAlertsQuery } from '../actions/changes.ts';
import { overviewQuery } from '../queries.ts';
import { alertText } from '../view.ts';
import { AlertList } from './alert-list.tsx';

const KINDS = [
  { value: 'below', label: 'Lowest price below' },
  { value: 'above', label: 'Lowest price above' },
  { value: 'drop_percent', label: 'Drop by percent' },
  { value: 'rise', label: 'Rise by percent' },
];

interface TagAlertsPanelProps {
  /** The tag that the list is filtered by. */
  tag: string | undefined;
  onClose: () => void;
}

/** The rules about the lowest price of a tag, and the form that adds one. */
export function TagAlertsPanel({ tag, onClose }: TagAlertsPanelProps) {
  const query = useQuery(tagAlertsQuery);
  const { data: overview } = useQuery(overviewQuery);
  const client = useQueryClient();
  const [question, ask] = useQuestion();
  const remove = (alert: TagAlert) =>
    ask({
      title: 'Delete alert',
      text: `Stop watching for ${textOf(alert)}?`,
      confirmLabel: 'Delete alert',
      busyLabel: 'Deleting...',
      run: () => deleteAlert(client, alert.id),
      done: 'Alert deleted',
      failure: tryAgain('Failed to delete the alert'),
    });
  const tags = overview?.tags.map((one) => one.tag) ?? [];
  return (
    <SidePanel
      title="Alerts of tags"
      subtitle="One alert for all events with a tag"
      size="details"
      onClose={onClose}
    >
      {tags.length === 0 ? null : <NewTagAlert key={tag} tags={tags} tag={tag ?? tags[0] ?? ''} />}
      <QueryView
        query={query}
        loadingLabel="Loading alerts"
        headingLevel={3}
        failure={tryAgain('The alerts could not be loaded')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No alert of a tag" headingLevel={3}>
              {tags.length === 0
                ? 'Give events a tag, then add an alert for the lowest price of all of them.'
                : 'An alert of a tag compares the lowest prices of all events that have it.'}
            </EmptyState>
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <AlertList alerts={data} textOf={textOf} noteOf={noteOf} onDelete={remove} />
              <p className="px-4 py-3 text-xs text-text-muted max-md:px-3.5">
                An event that cannot be read counts with its last price. Paused events do not count.
              </p>
            </div>
          )
        }
      </QueryView>
      {question}
    </SidePanel>
  );
}

const textOf = (alert: TagAlert): string => `${alert.tag}: ${alertText(alert, alert.currency)}`;

function noteOf({ events, low, currency }: TagAlert): string {
  if (events === 0) return 'No event with this tag was read';
  const price = low === null ? 'no price' : `from ${formatPrice(low, currency)}`;
  return `${countOf(events, 'event')} in ${currency ?? 'USD'}, ${price}`;
}

function NewTagAlert({ tags, tag }: { tags: readonly string[]; tag: string }) {
  const client = useQueryClient();
  const initial = { tag, kind: 'below', value: '' };
  // An address may name a tag that no event has, and the last event of a tag may lose it.
  const shownTag = (chosen: string) => (tags.includes(chosen) ? chosen : (tags[0] ?? ''));
  const form = useForm(newTagAlert, {
    initial,
    toInput: ({ value, ...rule }) => ({
      ...rule,
      tag: shownTag(rule.tag),
      value: Number.parseFloat(value.replace(',', '.')),
    }),
    submit: (alert) => addTagAlert(client, alert),
    done: 'Alert added',
    onDone: (): void => form.reset({ ...initial, tag: form.values.tag }),
    failure: tryAgain('Failed to add the alert'),
  });
  const isPercent = isPercentKind(form.values.kind);
  return (
    <Form
      form={form}
      label="New alert of a tag"
      className="flex flex-wrap items-start gap-2.5 border-b border-border px-4 py-3 max-md:px-3.5"
    >
      <FormField form={form} name="tag" label="Tag" className="w-full">
        {(control) => <Select {...control} value={shownTag(form.values.tag)} options={tags} />}
      </FormField>
      <FormField form={form} name="kind" label="Alert me" className="min-w-40 flex-1">
        {(control) => <Select {...control} options={KINDS} />}
      </FormField>
      <FormField form={form} name="value" label={isPercent ? 'Percent' : 'Price'} className="w-28">
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            className="tn text-right"
            {...(isPercent && { suffix: '%' })}
          />
        )}
      </FormField>
      <div className="flex flex-col gap-1.5 pt-5.75">
        <FormSubmit form={form} icon={<Plus />} busyLabel="Adding">
          Add alert
        </FormSubmit>
      </div>
      <FormFailure form={form} />
    </Form>
  );
}
