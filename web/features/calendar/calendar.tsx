import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Link2, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { failureText, tryAgain } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { Time } from '../../kit/time.tsx';
import { countOf } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  calendarQuery,
  clearCalendar,
  downloadCalendar,
  subscribeCalendar,
  unsubscribeCalendar,
} from './queries.ts';

const FAILED = tryAgain('The calendar could not be changed');

/** The operator's calendar: subscription address, added events, download. Loaded when it is opened. */
export function Calendar() {
  const query = useQuery(calendarQuery);
  const [address, setAddress] = useState<string | null>(null);
  const work = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() });
  const create = async () => setAddress(await subscribeCalendar());
  const revoke = async () => {
    await unsubscribeCalendar();
    setAddress(null);
    toast({ title: 'Subscription address revoked' });
  };
  const button = (label: string, run: () => Promise<unknown>, icon?: ReactNode) => (
    <Button size="sm" icon={icon} disabled={work.isPending} onClick={() => work.mutate(run)}>
      {label}
    </Button>
  );
  return (
    <QueryView
      query={query}
      loading={<TableSkeleton label="Loading the calendar" rows={3} />}
      failure={tryAgain('The calendar could not be loaded')}
      headingLevel={3}
    >
      {({ subscription, events }) => (
        <div className="flex flex-col gap-4">
          <section aria-label="Subscription" className="flex flex-col gap-2">
            <h3 className="font-medium">Subscription address</h3>
            {address === null ? null : <NewAddress address={address} />}
            <p className="text-xs text-text-muted">
              {subscription === null ? (
                'A calendar program reads this address every hour, without a sign-in.'
              ) : (
                <>
                  Created <Time at={subscription.created_at} />, last read{' '}
                  <Time at={subscription.last_read_at} fallback="never" />. Ends{' '}
                  <Time at={subscription.ends_at} /> if no program reads it before.
                </>
              )}
            </p>
            <div className="flex flex-wrap gap-2">
              {button(
                subscription === null ? 'Create address' : 'Replace address',
                create,
                <Link2 />,
              )}
              {subscription === null ? null : button('Revoke address', revoke, <Trash2 />)}
            </div>
          </section>
          <section aria-label="Added events" className="flex flex-col gap-2">
            <h3 className="font-medium">Added events</h3>
            <p className="text-xs text-text-muted">
              {events === 0
                ? 'None. Select events in the Ticketing Tool and choose Add to calendar.'
                : `${countOf(events, 'event')}, beside those of monitored artists.`}
            </p>
            <div className="flex flex-wrap gap-2">
              {button('Download .ics', () => downloadCalendar(), <Download />)}
              {events === 0 ? null : button('Remove added events', clearCalendar)}
            </div>
          </section>
          {work.error ? <Banner tone="danger">{failureText(work.error, FAILED)}</Banner> : null}
        </div>
      )}
    </QueryView>
  );
}

function NewAddress({ address }: { address: string }) {
  return (
    <>
      <Field
        label="Address for calendar programs"
        hint="It is shown only now. Everybody who has it can read this calendar."
      >
        {(control) => (
          <Input {...control} readOnly value={address} onFocus={(event) => event.target.select()} />
        )}
      </Field>
      <span>
        <CopyButton text={address} label="Copy address" labelled />
      </span>
    </>
  );
}
