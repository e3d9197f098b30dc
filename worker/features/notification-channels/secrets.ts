import * as z from 'zod/mini';
import { readStored } from '../../../shared/json.ts';
import type { Env } from '../../context/env.ts';
import { channelSecretsPlace } from '../../security/sealed-columns.ts';
import { seal, unseal } from '../../security/vault.ts';

/** What is sealed of a channel. */
const channelSecrets = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('web_push'),
    address: z.string(),
    keys: z.object({ p256dh: z.string(), auth: z.string() }),
  }),
  z.object({ kind: z.literal('ntfy'), address: z.string(), token: z.nullable(z.string()) }),
  z.object({ kind: z.literal('slack'), address: z.string() }),
  z.object({ kind: z.literal('discord'), address: z.string() }),
  z.object({ kind: z.literal('webhook'), address: z.string(), signingSecret: z.string() }),
]);
export type ChannelSecrets = z.infer<typeof channelSecrets>;

interface SealPlace {
  sealRow: string;
  operatorId: number;
}

export const sealSecrets = (
  { DATA_KEY }: Pick<Env, 'DATA_KEY'>,
  place: SealPlace,
  secrets: ChannelSecrets,
): string =>
  seal(DATA_KEY, channelSecretsPlace({ ...place, kind: secrets.kind }), JSON.stringify(secrets));

export const openSecrets = (
  { DATA_KEY }: Pick<Env, 'DATA_KEY'>,
  channel: SealPlace & { kind: string; secrets: string },
): ChannelSecrets =>
  readStored(channelSecrets, unseal(DATA_KEY, channelSecretsPlace(channel), channel.secrets));

/** The parts of a channel that are in no text: its address with the secret path, its token and keys. */
export const secretTexts = (secrets: ChannelSecrets): string[] => {
  const { pathname } = new URL(secrets.address);
  return [
    secrets.address,
    pathname.slice(1),
    ...(secrets.kind === 'ntfy' && secrets.token !== null ? [secrets.token] : []),
    ...(secrets.kind === 'webhook' ? [secrets.signingSecret] : []),
  ].filter((text) => text.length >= 6);
};
