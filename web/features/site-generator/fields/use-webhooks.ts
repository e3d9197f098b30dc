import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, send } from '../../../lib/api.ts';

/** The preset cart webhooks of the deployment. */
export function webhookPresetsQuery() {
  return queryOptions({
    queryKey: ['webhook-presets'],
    queryFn: async () => (await send(api.encore['webhook-presets'].$get())).presets,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A list of cart webhooks; null is a new list, which contains the presets. */
export type Webhooks = readonly string[] | null;

/** The addresses of a list; null while a new one waits for the presets. */
export function useWebhooks(webhooks: Webhooks): readonly string[] | null {
  const presets = useQuery(webhookPresetsQuery());
  return webhooks ?? presets.data ?? null;
}
