import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatPrice } from '../../../../shared/price-monitor/prices.ts';
import { newTagAlert, type TagAlert } from '../../../../shared/price-monitor/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { countOf } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/input.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { addTagAlert, tagAlertsQuery } from '../actions/changes.ts';
import { overviewQuery } from '../queries.ts';
import { alertText } from '../view.ts';
import { AlertForm, PRICE_KINDS, readValue } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';

interface TagAlertsPanelProps {
  /** The tag that the list is filtered by. */
  tag: string | undefined;
  onClose: () => void;
}

/** The rules about the lowest price of a tag, and the form that adds one. */
export function TagAlertsPanel({ tag, onClose }: TagAlertsPanelProps) {
  const query = useQuery(tagAlertsQuery);
  const { data: overview } = useQuery(overviewQuery);
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
              <AlertList alerts={data} textOf={textOf} noteOf={noteOf} />
              <p className="px-4 py-3 text-xs text-text-muted max-md:px-3.5">
                An event that cannot be read counts with its last price. Paused events do not count.
              </p>
            </div>
          )
        }
      </QueryView>
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
      value: readValue(value),
    }),
    submit: (alert) => addTagAlert(client, alert),
    done: 'Alert added',
    onDone: (): void => form.reset({ ...initial, tag: form.values.tag }),
    failure: tryAgain('Failed to add the alert'),
  });
  return (
    <AlertForm form={form} label="New alert of a tag" kinds={PRICE_KINDS}>
      <FormField form={form} name="tag" label="Tag" className="w-full">
        {(control) => <Select {...control} value={shownTag(form.values.tag)} options={tags} />}
      </FormField>
    </AlertForm>
  );
}
