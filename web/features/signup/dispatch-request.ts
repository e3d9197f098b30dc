import { defaultConfig, variantOfLinks } from '../../../shared/encore/fields.ts';
import { artistOfTitle } from '../../../shared/signup/names.ts';
import type { DispatchRequest } from '../../../shared/signup/schema.ts';
import type { SignupState } from './state.ts';

/** What the server is asked: the events that ask for an account. */
export function describeDispatch(state: SignupState): DispatchRequest {
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
    encore_parameters: state.useEncore ? describeEncore(state) : null,
  };
}

function describeEncore(state: SignupState): NonNullable<DispatchRequest['encore_parameters']> {
  const defaults = defaultConfig(variantOfLinks([state.infos.url]));
  const custom = new Set(state.customFields.map(({ key }) => key));
  const kept = Object.entries(state.globalConfig).filter(
    ([key]) => key in defaults || custom.has(key),
  );
  return {
    cart_webhooks: state.webhooks,
    config: {
      global: { ...defaults, ...Object.fromEntries(kept) },
      events: {},
      custom_fields: state.customFields,
    },
  };
}
