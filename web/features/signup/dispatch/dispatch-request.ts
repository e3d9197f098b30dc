import { cutAmounts } from '../../../../shared/encore/amounts.ts';
import { defaultConfig, variantOfLinks } from '../../../../shared/encore/fields.ts';
import type { ExceededLimit } from '../../../../shared/limit-guard/exceeded.ts';
import { artistOfTitle } from '../../../../shared/signup/names.ts';
import type { DispatchRequest } from '../../../../shared/signup/schema.ts';
import type { FieldValues } from '../../../../shared/site-generator/fields.ts';
import type { SignupState } from '../state.ts';

/** The answer to the question about limits, and the events whose limit could not be read for it. */
export interface ConfirmedLimits {
  exceeded: readonly ExceededLimit[];
  unread: readonly string[];
}

/** A request in the form that is sent: without limits if none were confirmed. */
export type SentRequest = Omit<DispatchRequest, 'confirmed_limits' | 'unread_limits'> &
  Partial<Pick<DispatchRequest, 'confirmed_limits' | 'unread_limits'>>;

/**
 * The request of a dispatch: the events that require an account.
 * @param webhooks cart webhooks, used with Encore parameters
 * @param confirmed the limits that the operator confirmed
 */
export function describeDispatch(
  state: SignupState,
  webhooks: readonly string[],
  confirmed: ConfirmedLimits | null = null,
): SentRequest {
  const { infos, accounts, categories } = state;
  return {
    events_by_account: state.eventsByAccount,
    events: infos.events
      .filter((event) => (accounts[event.value] ?? 0) > 0)
      .map((event) => ({
        id: event.value,
        presale: event.presale,
        accounts_amount: accounts[event.value] ?? 0,
        event_infos: { date: event.date, venue: event.venue, city: event.city },
        event_city: event.event_city ?? event.city,
        categories: categories[event.value] ?? [],
      })),
    event_title: infos.title,
    artist_name: artistOfTitle(infos.title),
    page_title: infos.title,
    page_url: infos.url,
    use_encore_parameters: state.useEncore,
    encore_parameters: state.useEncore ? describeEncore(state, webhooks) : null,
    ...(confirmed !== null && {
      confirmed_limits: [...confirmed.exceeded],
      unread_limits: [...confirmed.unread],
    }),
  };
}

function describeEncore(
  state: SignupState,
  webhooks: readonly string[],
): NonNullable<DispatchRequest['encore_parameters']> {
  const defaults = defaultConfig(variantOfLinks([state.infos.url]));
  const custom = new Set(state.customFields.map(({ key }) => key));
  const applicable: FieldValues = Object.fromEntries(
    Object.entries(state.globalConfig).filter(([key]) => key in defaults || custom.has(key)),
  );
  // The server cuts the default amounts to the limit of each event; amounts in the request do not
  // change.
  const { Amount: _, ...sent } = defaults;
  return {
    cart_webhooks: [...webhooks],
    config: {
      global: { ...sent, ...applicable },
      events: {},
      custom_fields: state.customFields,
    },
  };
}

/**
 * The settings with amounts beyond limits lowered to them. The amounts apply to all events, so the
 * lowest limit counts.
 */
export function cutToLimits(
  { accounts, globalConfig }: Pick<SignupState, 'accounts' | 'globalConfig'>,
  exceeded: readonly ExceededLimit[],
): Pick<SignupState, 'accounts' | 'globalConfig'> {
  const accountLimits = exceeded.filter(({ kind }) => kind === 'accounts');
  const tickets = exceeded.flatMap(({ kind, limit }) => (kind === 'tickets' ? [limit] : []));
  const amounts = String(globalConfig['Amount'] ?? '');
  return {
    accounts: {
      ...accounts,
      ...Object.fromEntries(accountLimits.map(({ event_id, limit }) => [event_id, limit] as const)),
    },
    globalConfig:
      tickets.length === 0
        ? globalConfig
        : { ...globalConfig, Amount: cutAmounts(amounts, Math.min(...tickets)) },
  };
}
