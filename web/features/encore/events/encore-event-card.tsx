import { clsx } from 'clsx';
import { ArrowUpRight, Check, ChevronDown, CircleAlert, TriangleAlert, X } from 'lucide-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { encoreValue } from '../../../../shared/encore/amounts.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import {
  type FieldValue,
  type FieldValues,
  type SiteField,
  withEntry,
} from '../../../../shared/site-generator/fields.ts';
import { describeStub, formatDays } from '../../../../shared/ticketing/view/dates.ts';
import { saleStateOf } from '../../../../shared/ticketing/view/events.ts';
import { isPublished, safeLink } from '../../../../shared/ticketing/view/values.ts';
import { countOf, formatCurrency, formatNumber, formatPriceRange } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { EventStub, TicketCard } from '../../../ui/ticket-card.tsx';
import { badgeText } from '../../limit-guard/texts.ts';
import type { ChangeDraft } from '../../recent-work/session/use-work.ts';
import { describeOwn, FieldInput, isOverride } from '../../site-generator/index.ts';
import { ImportAccounts } from '../accounts/import-accounts.tsx';
import { MaximumField } from '../accounts/maximum-field.tsx';
import {
  checkMaximum,
  cutToLimits,
  type EventPlan,
  maxPriceOf,
  nameOf,
  type PriceWarning,
} from '../plan.ts';
import type { EncoreSettings } from '../settings.ts';
import { EventSettings } from './event-settings.tsx';
import { CutDefault, LimitLines } from './limit-lines.tsx';

/** Fields on the card itself; the others are in 'Event-specific Settings'. */
const CARD_FIELDS = ['Section', 'Amount', 'MaxPrice'];

interface EncoreEventCardProps {
  plan: EventPlan;
  /** Fields of the file, custom ones included. */
  fields: readonly SiteField[];
  /** The event's own values. */
  values: FieldValues | undefined;
  general: FieldValues;
  maxAccounts: string;
  ownAccounts: readonly string[] | undefined;
  /** The queue type of the categories that pasted accounts are compared with. */
  queueType: QueueType;
  isOpen: boolean;
  /** The functions are the same on every render. */
  change: ChangeDraft<EncoreSettings>;
  onToggle: (id: string) => void;
  onRemove: (id: string) => void;
}

const NOTHING: FieldValues = {};

/**
 * One chosen event as a ticket, with its accounts and settings. It renders only when its own data
 * changes.
 */
export const EncoreEventCard = memo(function EncoreEventCard(props: EncoreEventCardProps) {
  const { plan, fields, values = NOTHING, general, isOpen, change } = props;
  const { event } = plan;
  const { id } = event;
  const inherited = (field: SiteField) =>
    encoreValue({ global: general, events: {} }, plan.guarded, field);
  const setValues = (next: FieldValues) =>
    change((current) => ({ perEvent: withEntry(current.perEvent, id, next) }));
  const panelId = useId();
  const name = nameOf(event);
  const onCard = CARD_FIELDS.flatMap((key) => fields.find((field) => field.key === key) ?? []);
  const sectionField = fields.find(({ key }) => key === 'Section');
  const sections = sectionField
    ? {
        value: String(values[sectionField.key] ?? inherited(sectionField)),
        onChange: (value: string) => setValues({ ...values, [sectionField.key]: value }),
      }
    : null;
  const inside = fields.filter((field) => !CARD_FIELDS.includes(field.key));
  return (
    <TicketCard
      className={clsx(isOpen && '[&>.ticket-stub]:justify-start [&>.ticket-stub]:pt-3')}
      aria-label={name}
      stub={<EventStub stub={describeStub(event.date)} />}
    >
      <Head
        {...props}
        name={name}
        maxPrice={
          <MaxPriceButton
            plan={plan}
            value={onCard.some(({ key }) => key === 'MaxPrice') ? values.MaxPrice : null}
            onChange={(maxPrice) => setValues({ ...values, MaxPrice: maxPrice })}
          />
        }
      />
      <CardFields
        {...props}
        shown={onCard}
        values={values}
        inherited={inherited}
        onValues={setValues}
      />
      <LimitLines
        plan={plan}
        amounts={String(values.Amount ?? general.Amount ?? '')}
        onCut={(limit) => change((current) => cutToLimits(current, [limit]))}
      />
      <div className="mt-2.5 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button
          size="xs"
          variant="ghost"
          className="-ml-1.5"
          aria-expanded={isOpen}
          aria-controls={panelId}
          icon={<ChevronDown className={isOpen ? 'rotate-180' : undefined} />}
          onClick={() => props.onToggle(id)}
        >
          Event-specific Settings
        </Button>
        <span className="tn text-xs text-text-muted">{describeOwn(fields, values, inherited)}</span>
        <CutDefault plan={plan} fields={fields} values={values} general={general} />
        <OwnAccounts {...props} name={name} />
      </div>
      <div id={panelId}>
        {isOpen ? (
          <EventSettings
            event={event}
            eventName={name}
            fields={inside}
            values={values}
            inherited={inherited}
            sections={sections}
            onChange={setValues}
          />
        ) : null}
      </div>
    </TicketCard>
  );
}, isSame);

interface CardFieldsProps extends Pick<EncoreEventCardProps, 'plan' | 'maxAccounts' | 'change'> {
  shown: readonly SiteField[];
  values: FieldValues;
  inherited: (field: SiteField) => FieldValue;
  onValues: (values: FieldValues) => void;
}

/** The fields on the card itself, and the maximum number of accounts of the event. */
function CardFields(props: CardFieldsProps) {
  const { plan, shown, values, inherited, onValues, maxAccounts, change } = props;
  const { id } = plan.event;
  return (
    <div className="@container mt-2.5">
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_112px_minmax(132px,1fr)] gap-2.5 @max-xl:grid-cols-2">
        {shown.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={values[field.key] ?? inherited(field)}
            isOwn={isOverride(values[field.key], inherited(field))}
            placeholder={field.key === 'Section' ? 'All sections' : undefined}
            hint={field.key === 'MaxPrice' ? describeWarning(plan.warning) : undefined}
            onChange={(value) => onValues({ ...values, [field.key]: value })}
          />
        ))}
        <MaximumField
          label="Max accounts"
          value={maxAccounts}
          bound={plan.bound}
          error={checkMaximum(maxAccounts, plan.bound)}
          onChange={(text) =>
            change((current) => ({ maxAccounts: { ...current.maxAccounts, [id]: text } }))
          }
        />
      </div>
    </div>
  );
}

/** The list of accounts that the event uses, and the way to give it a separate list. */
function OwnAccounts({ name, ...props }: EncoreEventCardProps & { name: string }) {
  const { id } = props.plan.event;
  const setOwnAccounts = (accounts: string[] | undefined) =>
    props.change((current) => ({ ownAccounts: withEntry(current.ownAccounts, id, accounts) }));
  const clearMaximum = () =>
    props.change((current) => ({ maxAccounts: { ...current.maxAccounts, [id]: '' } }));
  return (
    <span className="ml-auto flex flex-wrap items-center gap-1.5">
      <span className="tn text-xs text-text-muted">
        {props.ownAccounts
          ? `Own list of ${formatNumber(props.ownAccounts.length)} accounts`
          : 'Shared account list'}
      </span>
      <ImportAccounts type={props.queueType} eventName={name} onImport={setOwnAccounts} />
      {props.ownAccounts || props.maxAccounts !== '' ? (
        <Button
          size="xs"
          variant="ghost"
          aria-label={`Reset accounts of ${name}`}
          onClick={() => {
            setOwnAccounts(undefined);
            clearMaximum();
          }}
        >
          Reset
        </Button>
      ) : null}
    </span>
  );
}

function describeWarning(warning: PriceWarning | null) {
  if (warning === null) return undefined;
  return <span className="text-warning-text">{textOf(warning)}</span>;
}

function textOf(warning: PriceWarning): string {
  if (warning.kind === 'crossed') return 'Min Price is higher.';
  const { min, currency } = warning.price;
  return `Tickets start at ${formatCurrency(min, currency ?? '')}.`;
}

/** Every change of a setting creates new plans, so their content is compared. */
function isSame(before: EncoreEventCardProps, after: EncoreEventCardProps): boolean {
  const { plan: old, ...rest } = before;
  const { plan, ...others } = after;
  const isSamePlan =
    old.event === plan.event &&
    old.bound === plan.bound &&
    old.rows === plan.rows &&
    old.isLeftOut === plan.isLeftOut &&
    JSON.stringify([old.warning, old.guarded, old.exceeded]) ===
      JSON.stringify([plan.warning, plan.guarded, plan.exceeded]) &&
    old.problems.join() === plan.problems.join();
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return isSamePlan && names.every((name) => rest[name] === others[name]);
}

interface MaxPriceButtonProps {
  plan: EventPlan;
  /** The event's own Max Price; null while the field is off. */
  value: FieldValue | null | undefined;
  onChange: (maxPrice: number) => void;
}

/**
 * Sets Max Price to the lowest price plus 20 %. Nothing is shown for an event without a price, or
 * with this Max Price.
 */
function MaxPriceButton({ plan: { event }, value, onChange }: MaxPriceButtonProps) {
  const { price_range: price } = event;
  const maxPrice = maxPriceOf(price);
  if (maxPrice === null || value === null || Number(value) === maxPrice) return null;
  return (
    <button
      type="button"
      title={`Max Price: ${formatCurrency(maxPrice, price?.currency ?? '')}`}
      className={`${textLinkClass} flex-none max-sm:hidden`}
      onClick={() => onChange(maxPrice)}
    >
      Max = lowest + 20 %
    </button>
  );
}

interface HeadProps extends EncoreEventCardProps {
  name: string;
  maxPrice: ReactNode;
}

/** The event's picture, if it can be loaded. */
function EventPicture({ address }: { address: string }) {
  const [isBroken, setIsBroken] = useState(false);
  const source = safeLink(address);
  if (source === null || isBroken) return null;
  return (
    <img
      src={source}
      alt=""
      loading="lazy"
      onError={() => setIsBroken(true)}
      className="h-10 w-14 flex-none rounded-sm object-cover max-sm:hidden"
    />
  );
}

function Head({ plan, name, maxPrice, onRemove }: HeadProps) {
  const { event } = plan;
  const link = safeLink(event.eventLink);
  return (
    <div className="flex items-start gap-2.5 max-md:gap-1.5">
      <EventPicture address={event.image} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 text-xs font-medium">
          <span className="max-w-full truncate">
            {isPublished(event.artist) ? event.artist : `Event ${event.id}`}
          </span>
          <span className="tn font-normal whitespace-nowrap text-text-muted empty:hidden">
            {formatPriceRange(event.price_range)}
          </span>
          {maxPrice}
        </div>
        <h3 className="flex min-w-0 flex-wrap items-center gap-x-1.5 leading-4.75">
          <span className="truncate text-md font-semibold">
            {isPublished(event.venue) ? event.venue : 'No venue'}
          </span>
          <span className="inline-flex items-center gap-1.5 text-sm font-normal text-text-muted">
            <Flag code={event.nation} />
            {isPublished(event.location) ? event.location : 'No city'}
          </span>
        </h3>
      </div>
      {event.sale_note === null ? null : (
        <Badge tone={saleStateOf(event) === 'cancelled' ? 'danger' : 'warning'}>
          {formatDays(event.sale_note)}
        </Badge>
      )}
      <FileBadge plan={plan} />
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Event page of ${name} (opens in a new tab)`}
          className="grid size-6 flex-none place-items-center rounded-sm text-accent-text hover:bg-surface-active max-md:size-8"
        >
          <ArrowUpRight className="size-3.5" strokeWidth={2} />
        </a>
      ) : null}
      <IconButton
        label={`Remove ${name}`}
        size="xs"
        icon={<X />}
        onClick={() => onRemove(event.id)}
      />
    </div>
  );
}

/** The part of the event in the file: its problems, a warning, or its rows. */
function FileBadge({ plan }: { plan: EventPlan }) {
  const { problems, warning, exceeded, rows, bound, isLeftOut } = plan;
  if (problems.length > 0) {
    return (
      <Badge
        tone="danger"
        icon={<CircleAlert strokeWidth={2} />}
        className="max-w-64 min-w-0 flex-initial!"
      >
        <span className="truncate" title={problems.join('\n')}>
          {problems.length > 1 ? `${countOf(problems.length, 'problem')}: ` : ''}
          {problems[0]}
        </span>
      </Badge>
    );
  }
  const counted = bound === null ? 'Counting rows' : countOf(rows, 'row');
  const text = isLeftOut ? 'Left out' : counted;
  const [limit] = exceeded;
  if (limit !== undefined) {
    return (
      <Badge tone="warning" icon={<TriangleAlert strokeWidth={2} />}>
        <span className="tn">{badgeText(limit)}</span>
      </Badge>
    );
  }
  if (warning !== null && rows > 0) {
    return (
      <Badge tone="warning" icon={<TriangleAlert strokeWidth={2} />}>
        <span className="tn">{text}, no ticket at this price</span>
      </Badge>
    );
  }
  return (
    <Badge
      tone={rows > 0 ? 'success' : 'neutral'}
      icon={rows > 0 ? <Check strokeWidth={2} /> : undefined}
    >
      <span className="tn">{text}</span>
    </Badge>
  );
}
