import { clsx } from 'clsx';
import { ChevronRight, TriangleAlert, Undo2, X } from 'lucide-react';
import { useId } from 'react';
import {
  type FieldValues,
  type SiteField,
  withEntry,
} from '../../../../shared/site-generator/fields.ts';
import { shortTicketLimit } from '../../../../shared/ticketing/ticket-limit.ts';
import { STATE_LABELS } from '../../../../shared/ticketing/view/events.ts';
import { isPublished } from '../../../../shared/ticketing/view/values.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/input.tsx';
import { badgeText } from '../../limit-guard/texts.ts';
import type { ChangeDraft } from '../../recent-work/session/use-work.ts';
import { describeOwn, FieldList } from '../../site-generator/index.ts';
import type { DraftEvent, SiteDraft } from '../draft.ts';
import type { EventPlan } from '../plan.ts';
import { AccountsField } from './accounts-field.tsx';

interface EventRowProps {
  entry: EventPlan;
  fields: readonly SiteField[];
  countryCodes: readonly string[] | undefined;
  /** The event's own values. */
  values: FieldValues | undefined;
  global: FieldValues;
  maxAccounts: number;
  isOpen: boolean;
  change: ChangeDraft<SiteDraft>;
  onToggle: (id: string) => void;
}

/**
 * One event: its address, country code, account count, and its own configuration, which the chevron
 * opens.
 */
export function EventRow(props: EventRowProps) {
  const { entry, values = {}, isOpen, change, countryCodes } = props;
  const { event, number } = entry;
  const inherited = (field: SiteField) => props.global[field.key] ?? field.defaultValue;
  const panelId = useId();
  const errorId = useId();
  const problem = accountsProblem(entry, props.maxAccounts);
  const setEvent = (part: Partial<DraftEvent>) =>
    change(({ events }) => ({
      events: events.map((other) => (other.id === event.id ? { ...other, ...part } : other)),
    }));
  const setValues = (next: FieldValues) =>
    change(({ perEvent }) => ({ perEvent: withEntry(perEvent, event.id, next) }));
  const remove = () =>
    change(({ events, perEvent }) => ({
      events: events.filter(({ id }) => id !== event.id),
      perEvent: withEntry(perEvent, event.id, undefined),
    }));
  return (
    <article
      aria-label={`Event ${number}`}
      className={clsx(
        'rounded-lg border bg-surface',
        problem === null ? 'border-border-strong' : 'border-danger',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 px-2 py-2">
        <IconButton
          label={`${isOpen ? 'Hide' : 'Show'} the configuration of event ${number}`}
          size="xs"
          aria-expanded={isOpen}
          aria-controls={panelId}
          icon={<ChevronRight className={isOpen ? 'rotate-90' : undefined} />}
          onClick={() => props.onToggle(event.id)}
        />
        <EventTitle event={event} />
        <LimitBadges entry={entry} />
        <span className="tn text-xs text-accent-text max-md:order-3 max-md:ml-auto">
          {describeOwn(props.fields, values, inherited)}
        </span>
        {countryCodes ? (
          <CountryCode
            codes={countryCodes}
            value={event.countryCode}
            onChange={(countryCode) => setEvent({ countryCode })}
          />
        ) : null}
        <AccountsField
          label="Accounts"
          className="w-46 max-md:order-2"
          value={event.accounts}
          max={props.maxAccounts}
          errorId={problem === null ? undefined : errorId}
          onChange={(accounts) => setEvent({ accounts })}
        />
        <IconButton label={`Remove event ${number}`} size="xs" icon={<X />} onClick={remove} />
        {problem === null ? null : (
          <div className="order-4 flex w-full justify-end pr-8">
            <FieldError id={errorId}>{problem}</FieldError>
          </div>
        )}
      </div>
      <div id={panelId}>
        {isOpen ? (
          <Configuration
            number={number}
            fields={props.fields}
            values={values}
            inherited={inherited}
            onChange={setValues}
          />
        ) : null}
      </div>
    </article>
  );
}

function EventTitle({ event }: { event: DraftEvent }) {
  return (
    <span className="min-w-32 flex-1" title={event.url}>
      <span className="flex items-center gap-1.5">
        <span className="truncate font-medium">{event.title || event.url}</span>
        {event.change === '' ? null : (
          <Badge tone={event.change === STATE_LABELS.cancelled ? 'danger' : 'warning'}>
            {event.change}
          </Badge>
        )}
      </span>
      {event.title === '' ? null : (
        <span className="block truncate text-xs text-text-muted">
          {isPublished(event.ticketLimit) ? (
            <span className="tn" title={event.ticketLimit}>
              Limit {describeLimit(event.ticketLimit)} ·{' '}
            </span>
          ) : null}
          {event.url}
        </span>
      )}
    </span>
  );
}

/** The number of a limit, or its text. */
function describeLimit(text: string): string {
  const short = shortTicketLimit(text);
  return short === text && !/^\d+$/.test(text) ? `“${text}”` : short;
}

/** The limits that the event exceeds. */
const LimitBadges = ({ entry: { event, exceeded } }: Pick<EventRowProps, 'entry'>) =>
  exceeded.map((one) => (
    <Badge
      key={one.kind}
      tone="warning"
      icon={<TriangleAlert strokeWidth={2} />}
      className="max-md:order-3"
    >
      <span className="tn" title={one.kind === 'tickets' ? event.ticketLimit : undefined}>
        {badgeText(one)}
      </span>
    </Badge>
  ));

interface CountryCodeProps {
  codes: NonNullable<EventRowProps['countryCodes']>;
  value: string;
  onChange: (code: string) => void;
}

function CountryCode({ codes, value, onChange }: CountryCodeProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex flex-none items-center gap-1.5 text-xs font-medium whitespace-nowrap max-md:order-2"
    >
      Country Code
      <Select
        id={id}
        size="sm"
        options={codes}
        value={value}
        onChange={(changed) => onChange(changed.target.value)}
      />
    </label>
  );
}

interface ConfigurationProps extends Pick<EventRowProps, 'fields'> {
  number: number;
  values: FieldValues;
  inherited: (field: SiteField) => FieldValues[string];
  onChange: (values: FieldValues) => void;
}

/** The values of one event, where they differ from the global ones. */
function Configuration({ number, fields, values, inherited, onChange }: ConfigurationProps) {
  return (
    <div className="border-t border-border px-3.5 py-3">
      <div className="mb-2.5 flex min-h-6 items-center gap-2">
        <h3 className="flex-1 text-xs font-medium">Configuration of event {number}</h3>
        {Object.keys(values).length > 0 ? (
          <Button size="xs" variant="ghost" icon={<Undo2 />} onClick={() => onChange({})}>
            Use global values
          </Button>
        ) : null}
      </div>
      <FieldList
        marksOwn
        fields={fields}
        values={values}
        inherited={inherited}
        onChange={(key, value) => onChange({ ...values, [key]: value })}
      />
    </div>
  );
}

function accountsProblem({ accounts }: EventPlan, max: number): string | null {
  if (accounts !== null) return null;
  return max > 0 ? `Enter a number from 1 to ${formatNumber(max)}.` : 'Enter a number from 1.';
}
