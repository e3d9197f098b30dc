import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isValueless } from '../../../../shared/price-monitor/alerts.ts';
import {
  type AddAlertsAnswer,
  MOST_ALERTS,
  newEventAlerts,
  type WatchedEvent,
} from '../../../../shared/price-monitor/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { countOf } from '../../../lib/format.ts';
import type { ToastContent } from '../../../ui/toast-view.tsx';
import { AlertFields, EVENT_KINDS, readValue } from '../panel/alert-form.tsx';
import { signOf } from '../view.ts';
import { addAlerts } from './changes.ts';

interface AlertsDialogProps {
  events: readonly WatchedEvent[];
  onClose: () => void;
}

type Counts = Pick<AddAlertsAnswer, 'added' | 'repeated' | 'full'>;

/** Adds the same alert to events. */
export function AlertsDialog({ events, onClose }: AlertsDialogProps) {
  const client = useQueryClient();
  const counts = useRef<Counts>({ added: 0, repeated: 0, full: 0 });
  const currencies = new Set(events.map(({ currency }) => currency));
  const [currency = null] = currencies;
  const form = useForm(newEventAlerts, {
    initial: { kind: 'below', value: '' },
    toInput: ({ kind, value }) => ({
      ids: events.map(({ id }) => id),
      kind,
      value: isValueless(kind) ? null : readValue(value),
    }),
    submit: async (alerts) => {
      counts.current = await addAlerts(client, alerts);
    },
    done: () => describeAdded(counts.current),
    onDone: onClose,
    failure: tryAgain('Failed to add the alerts'),
  });
  return (
    <FormDialog
      form={form}
      title={`Alert for ${countOf(events.length, 'event')}`}
      description={
        currencies.size > 1 ? 'A price counts in the currency of each event.' : undefined
      }
      onClose={onClose}
      submitLabel="Add alert"
      busyLabel="Adding"
    >
      <div className="flex flex-wrap items-start gap-2.5">
        <AlertFields
          isFirst
          form={form}
          kinds={EVENT_KINDS}
          sign={currencies.size > 1 ? undefined : signOf(currency)}
        />
      </div>
    </FormDialog>
  );
}

/** `22 alerts added`, `2 events have this alert already.` */
function describeAdded({ added, repeated, full }: Counts): ToastContent {
  const left = [
    repeated > 0 ? `${countOf(repeated, 'event has', 'events have')} this alert already.` : '',
    full > 0 ? `${countOf(full, 'event has', 'events have')} ${MOST_ALERTS} alerts already.` : '',
  ];
  return {
    title: `${countOf(added, 'alert')} added`,
    text: left.filter(Boolean).join(' '),
    tone: added > 0 ? 'success' : 'warning',
  };
}
