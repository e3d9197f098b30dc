import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Sale } from '../../../shared/catalogues/schema.ts';
import { MAX_LEADS } from '../../../shared/reminders/schema.ts';
import { toastFailure, tryAgain } from '../../kit/failure.ts';
import { MoreButton, usePages } from '../../kit/pages.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { SectionHead } from '../../kit/section-head.tsx';
import { Time } from '../../kit/time.tsx';
import { useDebounced } from '../../lib/debounced.ts';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { HeadCell, Table } from '../../ui/table.tsx';
import { FollowButton, saleName } from './follow.tsx';
import { salesQuery, saveLeads, settingsQuery } from './queries.ts';

/** Lead times to choose from, in minutes. */
const LEADS = [5, 10, 15, 30, 60, 120, 360, 720, 1_440, 2_880, 4_320, 10_080];
const TYPING_MS = 300;
const NO_SALES: readonly Sale[] = [];

/** `10 minutes`, `2 hours`, `3 days` */
function describeLead(minutes: number): string {
  for (const [unit, length] of [['day', 1_440] as const, ['hour', 60] as const]) {
    const count = minutes / length;
    if (Number.isInteger(count)) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return `${minutes} minute${minutes === 1 ? '' : 's'}`;
}

/** Settings: how long before a sale opens the operator is reminded, and of which sales. */
export function RemindersSection() {
  const settings = useQuery(settingsQuery);
  return (
    <>
      <SectionHead title="Reminders">
        You are reminded of the sales of monitored artists, of your calendar, of your saved Encore
        works, of watch rules from eight days before they open, and of those that you follow here or
        in another list. You are also told when one of them moves or is cancelled.
      </SectionHead>
      <div className="border-t border-border p-5 max-md:p-3.5">
        <QueryView
          query={settings}
          loadingLabel="Loading reminders..."
          failure="Failed to load reminders"
        >
          {(leads) => <LeadTimes leads={leads} />}
        </QueryView>
      </div>
      <Sales />
    </>
  );
}

function LeadTimes({ leads }: { leads: readonly number[] }) {
  const save = useMutation({
    mutationFn: saveLeads,
    onError: toastFailure(tryAgain('Failed to save the reminders')),
  });
  const chosen = save.isPending ? save.variables : leads;
  const isFull = chosen.length >= MAX_LEADS;
  const all = [...new Set([...LEADS, ...chosen])].sort((a, b) => a - b);
  return (
    <FieldGroup
      label="Before a sale opens"
      hint={isFull ? `${MAX_LEADS} times are the most.` : 'Without a time you get no reminders.'}
    >
      <div className="grid max-w-160 grid-cols-2 gap-1.5 md:grid-cols-4">
        {all.map((lead) => (
          <CheckboxField
            key={lead}
            name="leads"
            checked={chosen.includes(lead)}
            disabled={isFull && !chosen.includes(lead)}
            onChange={(isChosen) =>
              save.mutate(isChosen ? [...chosen, lead] : chosen.filter((other) => other !== lead))
            }
          >
            {describeLead(lead)}
          </CheckboxField>
        ))}
      </div>
    </FieldGroup>
  );
}

function Sales() {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), TYPING_MS);
  const { query, rows } = usePages({ ...salesQuery(search), placeholderData: keepPreviousData });
  const sales: readonly Sale[] = rows ?? NO_SALES;
  return (
    <div className="border-t border-border">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3.5 max-md:px-3.5">
        <h3 className="flex-1 font-medium">Next sales</h3>
        <Input
          type="search"
          aria-label="Search sales"
          placeholder="Artist, venue or city"
          value={text}
          maxLength={200}
          className="w-60 max-md:w-full"
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <QueryView query={query} loadingLabel="Loading sales..." failure="Failed to load sales">
        {() =>
          sales.length === 0 ? (
            <EmptyState title={search === '' ? 'No sale is known' : 'No sale matches'}>
              Sales come from monitored artists and from the catalogues that are on.
            </EmptyState>
          ) : (
            <>
              <Table label="Next sales" density="two-line" scrollClassName="flex-none">
                <thead>
                  <tr>
                    <HeadCell>Opens</HeadCell>
                    <HeadCell>Event</HeadCell>
                    <HeadCell className="max-md:hidden">Sale</HeadCell>
                    <HeadCell align="right">
                      <span className="sr-only">Reminders</span>
                    </HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {sales.map((sale) => (
                    <SaleRow
                      key={JSON.stringify([
                        sale.event_id,
                        sale.kind,
                        sale.presale_name,
                        sale.opens_at,
                      ])}
                      sale={sale}
                    />
                  ))}
                </tbody>
              </Table>
              <MoreButton query={query} size="sm" className="m-3.5">
                More sales
              </MoreButton>
            </>
          )
        }
      </QueryView>
    </div>
  );
}

function SaleRow({ sale }: { sale: Sale }) {
  const { artist, city, venue, opens_at: opensAt, is_followed: isFollowed } = sale;
  const name = saleName(sale);
  const place = [city, venue].filter((part) => part !== '').join(', ');
  return (
    <tr>
      <td className="tn">
        <Time at={opensAt} as="day" />
        <Time at={opensAt} as="time" className="block text-xs text-text-muted" />
      </td>
      <td className="w-full max-w-0">
        <Link
          to="/sale/$eventId"
          params={{ eventId: sale.event_id }}
          className="block truncate font-medium hover:underline"
        >
          {artist}
        </Link>
        <span className="block truncate text-xs text-text-muted">
          {place}
          <span className="hidden max-md:inline"> · {name}</span>
        </span>
      </td>
      <td className="max-w-60 truncate max-md:hidden">{name}</td>
      <td data-align="right">
        <FollowButton sale={sale} of={artist} isFollowed={isFollowed} />
      </td>
    </tr>
  );
}
