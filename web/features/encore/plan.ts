import {
  type AccountChoice,
  distinctAccounts,
  readManualList,
  readPercent,
} from '../../../shared/encore/accounts.ts';
import { cutAmounts, ticketsAsked } from '../../../shared/encore/amounts.ts';
import { type EncoreVariant, encoreFields, variantOfLinks } from '../../../shared/encore/fields.ts';
import { type EncoreChoice, type EncoreInput, withAccounts } from '../../../shared/encore/file.ts';
import {
  type ExceededLimit,
  findExceeded,
  type GuardedEvent,
} from '../../../shared/limit-guard/exceeded.ts';
import {
  checkValues,
  customAsField,
  type FieldValue,
  type FieldValues,
  readCount,
  resolveValue,
  type SiteField,
} from '../../../shared/site-generator/fields.ts';
import type { Price, TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { readTicketLimit } from '../../../shared/ticketing/ticket-limit.ts';
import { formatEventDate } from '../../../shared/ticketing/view/dates.ts';
import { isCancelled } from '../../../shared/ticketing/view/events.ts';
import { isPublished } from '../../../shared/ticketing/view/values.ts';
import { countOf, formatCurrency } from '../../lib/format.ts';
import type { EncoreSettings } from './settings.ts';

/** The part of one event in the file. */
export interface EventPlan {
  event: TicketingEvent;
  /** The number of accounts in its list, the upper bound of its maximum; null until it is counted. */
  bound: number | null;
  /** Rows of the file. */
  rows: number;
  /** The problems of its settings, in sentences. */
  problems: string[];
  /** A cancelled event that the operator did not include, so it is not in the file. */
  isLeftOut: boolean;
  /** Why a bot would find no ticket although the settings are valid; null if it would find some. */
  warning: PriceWarning | null;
  /** The tickets and accounts of the event in the file, for comparison with limits. */
  guarded: GuardedEvent;
  /** The limits that the file exceeds. */
  exceeded: ExceededLimit[];
}

/** `below_lowest`: Max Price is below the event's lowest price. `crossed`: Min Price is above Max Price. */
export type PriceWarning = { kind: 'below_lowest'; price: Price } | { kind: 'crossed' };

/** The result of the settings. */
export interface EncorePlan {
  variant: EncoreVariant;
  enabledFields: SiteField[];
  /** The enabled fields and the custom ones. */
  usableFields: SiteField[];
  events: EventPlan[];
  totalRows: number;
  /** Whether the common list is not counted for the first time yet, so that totals are unknown. */
  isUncounted: boolean;
  /** Distinct accounts of all rows. */
  totalAccounts: number;
  /** Why nothing can be generated, the most important reason first; empty if something can. */
  blockers: string[];
}

/**
 * The common list of accounts, best first. `isCurrent` is false while the list still belongs to an
 * earlier choice.
 */
export interface CommonAccounts {
  list: readonly string[];
  isCurrent: boolean;
}

/** Whether nothing is known of the list yet, in contrast to the list of an earlier choice. */
export const isUncounted = ({ list, isCurrent }: CommonAccounts): boolean =>
  !isCurrent && list.length === 0;

/**
 * Computes rows, counts and problems.
 * @param accountsPerEvent the operator's limit rule; null if there is none
 */
export function planEncore(
  settings: EncoreSettings,
  events: readonly TicketingEvent[],
  common: CommonAccounts,
  accountsPerEvent: number | null = null,
): EncorePlan {
  const { list: available, isCurrent } = common;
  const isLeftOut = (event: TicketingEvent) => !settings.includesCancelled && isCancelled(event);
  const used = events.filter((event) => !isLeftOut(event));
  const variant = variantOfLinks(used.map((event) => event.eventLink));
  const disabled = new Set(settings.disabledFields);
  const enabledFields = encoreFields(variant).filter((field) => !disabled.has(field.key));
  const usableFields = [...enabledFields, ...settings.customFields.map(customAsField)];
  const plans = events.map((event) => {
    const plan = planEvent(settings, event, common, usableFields);
    return isLeftOut(event)
      ? { ...plan, rows: 0, problems: [], warning: null, exceeded: [], isLeftOut: true }
      : { ...plan, exceeded: findExceeded([plan.guarded], accountsPerEvent) };
  });
  const totalRows = plans.reduce((sum, plan) => sum + plan.rows, 0);
  return {
    variant,
    enabledFields,
    usableFields,
    events: plans,
    totalRows,
    isUncounted: isUncounted(common),
    totalAccounts: countAccounts(settings, plans, available),
    blockers: isCurrent
      ? findBlockers(settings, plans, { fields: usableFields, available: available.length })
      : [COUNTING],
  };
}

/** The file that the settings describe, with the selection of accounts in place of the accounts. */
export const describeChoice = (
  settings: EncoreSettings,
  plan: EncorePlan,
  cartWebhooks: readonly string[],
): EncoreChoice => ({
  events: usedEvents(plan).map(({ event: { id, eventLink, ticketLimit } }) => ({
    id,
    ticketLimit: readTicketLimit(ticketLimit),
    url: isPublished(eventLink) ? eventLink : '',
    ...choiceOf(settings, id),
  })),
  fields: plan.enabledFields,
  config: { global: settings.general, events: settings.perEvent },
  customFields: settings.customFields,
  cartWebhooks,
});

/** The file that the settings describe. */
export const describeFile = (
  settings: EncoreSettings,
  plan: EncorePlan,
  { available, webhooks }: { available: readonly string[]; webhooks: readonly string[] },
): EncoreInput => withAccounts(describeChoice(settings, plan, webhooks), available);

/** The settings with amounts beyond limits lowered to them; the other amounts of an event stay. */
export function cutToLimits(
  settings: Pick<EncoreSettings, 'general' | 'perEvent' | 'maxAccounts'>,
  exceeded: readonly ExceededLimit[],
): Pick<EncoreSettings, 'perEvent' | 'maxAccounts'> {
  const perEvent = { ...settings.perEvent };
  const maxAccounts = { ...settings.maxAccounts };
  for (const { event_id: id, kind, limit } of exceeded) {
    if (kind === 'accounts') maxAccounts[id] = String(limit);
    else {
      const amounts = perEvent[id]?.['Amount'] ?? settings.general['Amount'] ?? '';
      perEvent[id] = { ...perEvent[id], Amount: cutAmounts(String(amounts), limit) };
    }
  }
  return { perEvent, maxAccounts };
}

/** The events of the file. */
export const usedEvents = (plan: Pick<EncorePlan, 'events'>): EventPlan[] =>
  plan.events.filter(({ isLeftOut }) => !isLeftOut);

/** The number of events with each price warning, in sentences; null if there is none. */
export function describeWarnings({ events }: Pick<EncorePlan, 'events'>): string | null {
  const warnings = events.flatMap(({ warning }) => warning ?? []);
  const low = warnings.flatMap((one) => (one.kind === 'below_lowest' ? one.price : []));
  const crossed = warnings.length - low.length;
  const [only] = low;
  const lowest =
    only && low.length === 1
      ? `its lowest ticket (${formatCurrency(only.min, only.currency ?? '')})`
      : 'their lowest tickets';
  const sentences = [
    low.length > 0 ? `${countOf(low.length, 'event')}: Max Price is below ${lowest}.` : '',
    crossed > 0 ? `${countOf(crossed, 'event')}: Min Price is above Max Price.` : '',
  ].filter(Boolean);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Venue and date; the id of an event that has neither. */
export function nameOf({ id, venue, date }: TicketingEvent): string {
  const parts = [venue, formatEventDate(date)].filter(isPublished);
  return parts.length === 0 ? `Event ${id}` : parts.join(', ');
}

/** The source of an event's accounts; a maximum that is not a number yields none. */
function choiceOf(settings: EncoreSettings, eventId: string): AccountChoice {
  const max = settings.maxAccounts[eventId] ?? '';
  return {
    ownAccounts: settings.ownAccounts[eventId] ?? null,
    maxAccounts: max === '' ? null : (readCount(max, 0) ?? 0),
  };
}

function planEvent(
  settings: EncoreSettings,
  event: TicketingEvent,
  common: CommonAccounts,
  fields: readonly SiteField[],
): EventPlan {
  const choice = choiceOf(settings, event.id);
  const count = (choice.ownAccounts ?? common.list).length;
  const bound = !choice.ownAccounts && isUncounted(common) ? null : count;
  const problems = checkValues(fields, settings.perEvent[event.id] ?? {});
  const problem = checkMaximum(settings.maxAccounts[event.id] ?? '', bound);
  const config = { global: settings.general, events: settings.perEvent };
  const amountOf = (key: string) => {
    const field = fields.find((one) => one.key === key);
    return field ? Number.parseFloat(String(resolveValue(config, event.id, field))) : Number.NaN;
  };
  const rows = Math.min(choice.maxAccounts ?? count, count);
  const limited = { id: event.id, ticketLimit: readTicketLimit(event.ticketLimit) };
  return {
    event,
    bound,
    rows,
    guarded: {
      ...limited,
      name: nameOf(event),
      accounts: rows,
      tickets: ticketsAsked(fields, config, limited),
    },
    exceeded: [],
    problems: problem === null ? problems : [problem, ...problems],
    isLeftOut: false,
    warning: findWarning(event.price_range, amountOf('MinPrice'), amountOf('MaxPrice')),
  };
}

/** A price that is not a number, or whose field is off, causes no warning. */
function findWarning(price: Price | null, min: number, max: number): PriceWarning | null {
  if (min > max) return { kind: 'crossed' };
  return price !== null && max < price.min ? { kind: 'below_lowest', price } : null;
}

/**
 * Max Price of an event from its lowest price: 20 % more, in cents of its currency. Null without a
 * lowest price, and instead of 0, which would exclude every ticket.
 */
export function maxPriceOf(price: Price | null): number | null {
  const cents = Math.round((price?.min ?? 0) * 120);
  return cents > 0 ? cents / 100 : null;
}

/** The Max Price of each event with a price, by event id. */
export const maxPricesOf = (events: readonly TicketingEvent[]): Record<string, number> =>
  Object.fromEntries(
    events.flatMap(({ id, price_range: price }) => {
      const maxPrice = maxPriceOf(price);
      return maxPrice === null ? [] : [[id, maxPrice] as const];
    }),
  );

/** The overrides of events with new Max Prices, by event id; undefined removes an override. */
export function withMaxPrices(
  perEvent: Readonly<Record<string, FieldValues>>,
  maxPrices: Readonly<Record<string, FieldValue | undefined>>,
): Record<string, FieldValues> {
  const changed = { ...perEvent };
  for (const [id, maxPrice] of Object.entries(maxPrices)) {
    const { MaxPrice: _, ...others } = changed[id] ?? {};
    if (maxPrice !== undefined) changed[id] = { ...others, MaxPrice: maxPrice };
    else if (Object.keys(others).length > 0) changed[id] = others;
    else delete changed[id];
  }
  return changed;
}

/** Per-event maximum: at least 0, at most the number of accounts in its list. */
export function checkMaximum(text: string, bound: number | null): string | null {
  if (text === '') return null;
  const count = readCount(text, 0);
  if (count === null) return 'Max accounts must be a whole number.';
  return bound !== null && count > bound ? `Max accounts is at most ${bound}.` : null;
}

/** Global maximum: at least 1, at most the available accounts. */
export function checkGlobalMaximum(text: string, available: number | null): string | null {
  if (text === '') return null;
  const count = readCount(text, 1);
  if (count === null) return 'Enter a whole number of at least 1.';
  return available !== null && count > available ? `There are ${available} accounts.` : null;
}

/** Percentages are 0 to 100 in steps of 0.1; the minimum is not above the maximum. */
export function checkPercents(
  min: string,
  max: string,
): { min: string | null; max: string | null } {
  const problem = (text: string) =>
    text === '' || readPercent(text) !== null ? null : 'Enter 0 to 100, in steps of 0.1.';
  const [low, high] = [readPercent(min), readPercent(max)];
  const isCrossed = low !== null && high !== null && low > high;
  return {
    min: problem(min),
    max: problem(max) ?? (isCrossed ? 'Must not be below the minimum.' : null),
  };
}

/** Distinct accounts of all rows; one in the common list and in an event's own list counts once. */
function countAccounts(
  settings: EncoreSettings,
  plans: readonly EventPlan[],
  available: readonly string[],
): number {
  const isCommon = ({ event }: EventPlan) => settings.ownAccounts[event.id] === undefined;
  const common = plans.filter(isCommon).reduce((most, plan) => Math.max(most, plan.rows), 0);
  const separate = plans
    .filter((plan) => !isCommon(plan))
    .flatMap(({ event, rows }) => (settings.ownAccounts[event.id] ?? []).slice(0, rows));
  return separate.length === 0
    ? common
    : distinctAccounts([...available.slice(0, common), ...separate]).length;
}

function findBlockers(
  settings: EncoreSettings,
  plans: readonly EventPlan[],
  { fields, available }: { fields: readonly SiteField[]; available: number },
): string[] {
  const percents = checkPercents(settings.minPercent, settings.maxPercent);
  const ratios = settings.isManual
    ? []
    : [percents.min ?? percents.max].filter((one) => one !== null);
  const events = plans.flatMap(({ event, problems }) =>
    problems.map((problem) => `${nameOf(event)}: ${problem}`),
  );
  const maximum = checkGlobalMaximum(settings.globalMax, available);
  const hasRows = plans.some((plan) => plan.rows > 0);
  const lists = settings.isManual ? readManualList(settings.manualText) : null;
  return [
    ...(lists && !lists.isValid ? [lists.message] : []),
    ...ratios.map((problem) => `Percentage filters: ${problem}`),
    ...checkValues(fields, settings.general),
    ...events,
    ...(hasRows ? [] : [plans.some(({ isLeftOut }) => !isLeftOut) ? NO_ROWS : ALL_LEFT_OUT]),
    ...(maximum === null ? [] : [`Global max accounts: ${maximum}`]),
  ];
}

const ALL_LEFT_OUT = 'All events are left out. Include them, or add others.';
const NO_ROWS = 'Choose categories or enter accounts.';
const COUNTING = 'Counting accounts.';
