import { useQueryClient } from '@tanstack/react-query';
import { isValueless } from '../../../../shared/price-monitor/alerts.ts';
import {
  MOST_ALERTS,
  newPriceAlert,
  type WatchedEvent,
} from '../../../../shared/price-monitor/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { addAlert } from '../actions/changes.ts';
import { alertText, signOf } from '../view.ts';
import { AlertForm, EVENT_KINDS, readValue } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';

/** The alert rules of an event, and the form that adds one. */
export function AlertsTab({ event }: { event: WatchedEvent }) {
  const { alerts, currency } = event;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {alerts.length < MOST_ALERTS ? (
        <NewAlert event={event} />
      ) : (
        <p className="border-b border-border px-4 py-3 text-xs text-text-muted">
          An event has at most {MOST_ALERTS} alerts. Delete one to add another.
        </p>
      )}
      <AlertList alerts={alerts} textOf={(alert) => alertText(alert, currency)} />
      <p className="px-4 py-3 text-xs text-text-muted max-md:px-3.5">
        An alert fires once. It is armed again when the price has moved clearly back.
      </p>
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
      value: isValueless(kind) ? null : readValue(value),
    }),
    submit: (alert) => addAlert(client, alert),
    done: 'Alert added',
    onDone: (): void => form.reset(initial),
    failure: tryAgain('Failed to add the alert'),
  });
  return (
    <AlertForm form={form} label="New alert" kinds={EVENT_KINDS} sign={signOf(event.currency)} />
  );
}
