import * as z from 'zod/mini';
import { readStored } from '../../../shared/json.ts';
import type { Env } from '../../context/env.ts';
import { channelSecretsPlace } from '../../security/sealed-columns.ts';
import { seal, unseal } from '../../security/vault.ts';

/** The sealed content of a channel. */
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

/** The stored form of a channel's secrets. */
export type SealedChannel = SealPlace & { kind: string; secrets: string };

export const openSecrets = (
  { DATA_KEY }: Pick<Env, 'DATA_KEY'>,
  channel: SealedChannel,
): ChannelSecrets =>
  readStored(channelSecrets, unseal(DATA_KEY, channelSecretsPlace(channel), channel.secrets));

/**
 * The parts of a channel that no text may contain, the longest first: its address, each part of the
 * path and of the query, its token and keys. A receiver may repeat only a part of the address, or a
 * decoded part.
 */
export const secretTexts = (secrets: ChannelSecrets): string[] => {
  const { pathname, search } = new URL(secrets.address);
  const parts = [
    secrets.address,
    pathname.slice(1),
    search.slice(1),
    ...pathname.split('/'),
    ...search.slice(1).split(/[&=]/),
  ];
  const others = [
    ...(secrets.kind === 'ntfy' && secrets.token !== null ? [secrets.token] : []),
    ...(secrets.kind === 'webhook' ? [secrets.signingSecret] : []),
    ...(secrets.kind === 'web_push' ? [secrets.keys.p256dh, secrets.keys.auth] : []),
  ];
  return [...new Set([...parts, ...parts.map(decoded), ...others])]
    .filter((text) => text.length >= 6)
    .toSorted((one, other) => other.length - one.length);
};

/** A part of an address with its characters as a program reads them; unchanged if it is not encoded correctly. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}
