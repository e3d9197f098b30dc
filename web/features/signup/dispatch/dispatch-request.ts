import { defaultConfig, variantOfLinks } from '../../../../shared/encore/fields.ts';
import { artistOfTitle } from '../../../../shared/signup/names.ts';
import type { DispatchRequest } from '../../../../shared/signup/schema.ts';
import type { FieldValues } from '../../../../shared/site-generator/fields.ts';
import type { SignupState } from '../state.ts';

/**
 * The request of a dispatch: the events that need an account.
 * @param webhooks cart webhooks, used with Encore parameters
 */
export function describeDispatch(state: SignupState, webhooks: readonly string[]): DispatchRequest {
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
  return {
    cart_webhooks: [...webhooks],
    config: {
      global: { ...defaults, ...applicable },
      events: {},
      custom_fields: state.customFields,
    },
  };
}
