import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing, Send, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PriceAlert } from '../../../../shared/price-monitor/schema.ts';
import { attempt, tryAgain } from '../../../kit/failure.ts';
import { useQuestion } from '../../../kit/question.tsx';
import { Time } from '../../../kit/time.tsx';
import { useNow } from '../../../lib/now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { deleteAlert, testAlert } from '../actions/changes.ts';

type Rule = Pick<PriceAlert, 'id' | 'kind' | 'value' | 'is_armed' | 'fired_at'>;

interface AlertListProps<One extends Rule> {
  alerts: readonly One[];
  /** The condition of a rule. */
  textOf: (alert: One) => string;
  /** A line above the time at which it last fired. */
  noteOf?: (alert: One) => ReactNode;
}

/** Alert rules with their state, a test message and the deletion of each, which is confirmed. */
export function AlertList<One extends Rule>({ alerts, textOf, noteOf }: AlertListProps<One>) {
  const now = useNow();
  const client = useQueryClient();
  const [question, ask] = useQuestion();
  const remove = (alert: One) =>
    ask({
      title: 'Delete alert',
      text: `Stop watching for ${textOf(alert)}?`,
      confirmLabel: 'Delete alert',
      busyLabel: 'Deleting...',
      run: () => deleteAlert(client, alert.id),
      done: 'Alert deleted',
      failure: tryAgain('Failed to delete the alert'),
    });
  return (
    <>
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
                <span className="inline-block first-letter:uppercase">{textOf(alert)}</span>
              </p>
              {noteOf === undefined ? null : (
                <p className="tn text-xs text-text-muted">{noteOf(alert)}</p>
              )}
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
              label={`Send a test of ${textOf(alert)}`}
              icon={<Send />}
              onClick={() => sendTest(alert)}
            />
            <IconButton
              size="xs"
              label={`Delete alert ${textOf(alert)}`}
              icon={<Trash2 />}
              onClick={() => remove(alert)}
            />
          </li>
        ))}
      </ul>
      {question}
    </>
  );
}

const sendTest = ({ id }: Rule): void =>
  attempt(tryAgain('The test could not be sent'), async () => {
    await testAlert(id);
    toast({ title: 'Test sent' });
  });

/**
 * A rule that never fired may still wait to be armed: for a sold-out event, or for one before its
 * sale.
 */
function AlertBadge({ alert }: { alert: Rule }) {
  if (alert.is_armed) return <Badge tone="success">Armed</Badge>;
  return alert.fired_at === null ? (
    <Badge tone="neutral">Waiting</Badge>
  ) : (
    <Badge tone="warning">Fired</Badge>
  );
}
