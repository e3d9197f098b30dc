import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { isPercentKind, isValueless } from '../../../../shared/price-monitor/alerts.ts';
import {
  MOST_ALERTS,
  newPriceAlert,
  type PriceAlert,
  type WatchedEvent,
} from '../../../../shared/price-monitor/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { Form, FormFailure, FormField, FormSubmit } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useQuestion } from '../../../kit/question.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { addAlert, deleteAlert } from '../actions/changes.ts';
import { alertText, signOf } from '../view.ts';
import { AlertList } from './alert-list.tsx';

const KINDS = [
  { value: 'below', label: 'Lowest price below' },
  { value: 'above', label: 'Lowest price above' },
  { value: 'drop_percent', label: 'Drop by percent' },
  { value: 'rise', label: 'Rise by percent' },
  { value: 'back_in_stock', label: 'Back in stock' },
  { value: 'opens', label: 'Opening of the sale' },
];
const ADD_FAILED = tryAgain('Failed to add the alert');
const DELETE_FAILED = tryAgain('Failed to delete the alert');

/** The alert rules of an event, and the form that adds one. */
export function AlertsTab({ event }: { event: WatchedEvent }) {
  const { alerts, currency } = event;
  const client = useQueryClient();
  const [question, ask] = useQuestion();
  const remove = (alert: PriceAlert) =>
    ask({
      title: 'Delete alert',
      text: `Stop watching for ${alertText(alert, currency)}?`,
      confirmLabel: 'Delete alert',
      busyLabel: 'Deleting...',
      run: () => deleteAlert(client, alert.id),
      done: 'Alert deleted',
      failure: DELETE_FAILED,
    });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {alerts.length < MOST_ALERTS ? (
        <NewAlert event={event} />
      ) : (
        <p className="border-b border-border px-4 py-3 text-xs text-text-muted">
          An event has at most {MOST_ALERTS} alerts. Delete one to add another.
        </p>
      )}
      <AlertList alerts={alerts} textOf={(alert) => alertText(alert, currency)} onDelete={remove} />
      <p className="px-4 py-3 text-xs text-text-muted max-md:px-3.5">
        An alert fires once. It is armed again when the price has moved clearly back.
      </p>
      {question}
    </div>
  );
}

function NewAlert({ event }: { event: WatchedEvent }) {
  const client = useQueryClient();
  const initial = { kind: 'below', value: '' };
  const form = useForm(newPriceAlert, {
    initial,
    toInput: ({ kind, value }) => ({
      url: event.url,
      kind,
      value: isValueless(kind) ? null : Number.parseFloat(value.replace(',', '.')),
    }),
    submit: (alert) => addAlert(client, alert),
    done: 'Alert added',
    onDone: (): void => form.reset(initial),
    failure: ADD_FAILED,
  });
  const { kind } = form.values;
  return (
    <Form
      form={form}
      label="New alert"
      className="flex flex-wrap items-start gap-2.5 border-b border-border px-4 py-3 max-md:px-3.5"
    >
      <FormField form={form} name="kind" label="Alert me" className="min-w-40 flex-1">
        {(control) => <Select {...control} options={KINDS} />}
      </FormField>
      {isValueless(kind) ? null : (
        <FormField
          form={form}
          name="value"
          label={isPercentKind(kind) ? 'Percent' : 'Price'}
          className="w-28"
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              className="tn text-right"
              {...(isPercentKind(kind) ? { suffix: '%' } : { prefix: signOf(event.currency) })}
            />
          )}
        </FormField>
      )}
      <div className="flex flex-col gap-1.5 pt-5.75">
        <FormSubmit form={form} icon={<Plus />} busyLabel="Adding">
          Add alert
        </FormSubmit>
      </div>
      <FormFailure form={form} />
    </Form>
  );
}
