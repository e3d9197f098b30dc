import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing, Plus, Send, Trash2 } from 'lucide-react';
import { isPercentKind, isValueless } from '../../../../shared/price-monitor/alerts.ts';
import {
  MOST_ALERTS,
  newPriceAlert,
  type PriceAlert,
  type WatchedEvent,
} from '../../../../shared/price-monitor/schema.ts';
import { attempt, tryAgain } from '../../../kit/failure.ts';
import { Form, FormField, FormSubmit } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useQuestion } from '../../../kit/question.tsx';
import { Time } from '../../../kit/time.tsx';
import { useNow } from '../../../lib/now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.tsx';
import { addAlert, deleteAlert, testAlert } from '../actions/changes.ts';
import { alertText } from '../view.ts';

const KINDS = [
  { value: 'below', label: 'Lowest price below' },
  { value: 'above', label: 'Lowest price above' },
  { value: 'drop_percent', label: 'Drop by percent' },
  { value: 'rise', label: 'Rise by percent' },
  { value: 'back_in_stock', label: 'Back in stock' },
  { value: 'opens', label: 'Opening of the sale' },
];
const ADD_FAILED = tryAgain('Failed to add the alert');
const TEST_FAILED = tryAgain('The test could not be sent');
const DELETE_FAILED = tryAgain('Failed to delete the alert');

/** The alert rules of an event, and the form that adds one. */
export function AlertsTab({ event }: { event: WatchedEvent }) {
  const { alerts, currency } = event;
  const now = useNow();
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
  const sendTest = ({ id }: PriceAlert) =>
    attempt(TEST_FAILED, async () => {
      await testAlert(id);
      toast({ title: 'Test sent' });
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
      <ul aria-label="Alerts" className="m-0 list-none p-0">
        {alerts.map((alert) => (
          <li
            key={alert.id}
            className="flex items-center gap-2.5 border-b border-border px-4 py-2 max-md:px-3.5"
          >
            {alert.is_armed || alert.fired_at === null ? (
              <Bell className="size-4 flex-none text-text-muted" />
            ) : (
              <BellRing className="size-4 flex-none text-warning-text" />
            )}
            <div className="min-w-0 flex-1">
              <p className="tn font-medium">
                <span className="inline-block first-letter:uppercase">
                  {alertText(alert, currency)}
                </span>
              </p>
              <p className="tn text-xs text-text-muted">
                {alert.fired_at === null ? (
                  'Has not fired yet'
                ) : (
                  <>
                    Last fired <Time at={alert.fired_at} as="age" now={now} />
                  </>
                )}
              </p>
            </div>
            <AlertBadge alert={alert} />
            <IconButton
              size="xs"
              label={`Send a test of ${alertText(alert, currency)}`}
              icon={<Send />}
              onClick={() => sendTest(alert)}
            />
            <IconButton
              size="xs"
              label={`Delete alert ${alertText(alert, currency)}`}
              icon={<Trash2 />}
              onClick={() => remove(alert)}
            />
          </li>
        ))}
      </ul>
      <p className="px-4 py-3 text-xs text-text-muted max-md:px-3.5">
        An alert fires once. It is armed again when the price has moved clearly back.
      </p>
      {question}
    </div>
  );
}

/** A rule that never fired may still wait for what arms it: for a sold-out event, or for one before its sale. */
function AlertBadge({ alert }: { alert: PriceAlert }) {
  if (alert.is_armed) return <Badge tone="success">Armed</Badge>;
  return alert.fired_at === null ? (
    <Badge tone="neutral">Waiting</Badge>
  ) : (
    <Badge tone="warning">Fired</Badge>
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
      {form.failure === null ? null : (
        <Banner tone="danger" className="w-full">
          {form.failure}
        </Banner>
      )}
    </Form>
  );
}

/** `$`, `€`, `kr` */
const signOf = (currency: string | null): string =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency ?? 'USD',
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? '$';
