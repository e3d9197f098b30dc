import * as z from 'zod/mini';
import type { Place, SealedColumn } from './vault.ts';

/** {@link Place.boundTo} as statements return it, in JSON. */
export const boundValues = z.array(z.union([z.string(), z.number()]));

/** A sealed column, and the columns of its row that each value is bound to, in the order of {@link Place.boundTo}. */
export interface SealedColumnFacts {
  column: SealedColumn;
  boundTo: readonly string[];
}

/**
 * Every sealed column of the database; `npm run rotate-key` goes through this list.
 * A table with sealed columns has `seal_row text not null unique`: a random UUID chosen before the insert,
 * which binds a sealed value to its row (an automatic id is not known before the insert).
 */
export const SEALED_COLUMNS: readonly SealedColumnFacts[] = [
  { column: 'imap_accounts.password', boundTo: ['user_key', 'host', 'port'] },
  { column: 'imap_accounts.refresh_token', boundTo: ['user_key', 'host', 'port', 'auth'] },
  { column: 'imap_accounts.access_token', boundTo: ['user_key', 'host', 'port', 'auth'] },
  { column: 'mailbox_sign_ins.secrets', boundTo: ['operator_id', 'provider'] },
  { column: 'notification_channels.secrets', boundTo: ['operator_id', 'kind'] },
  { column: 'push_keys.private_key', boundTo: ['public_key'] },
  { column: 'profiles.secrets', boundTo: [] },
  { column: 'recent_work.body', boundTo: [] },
];

/**
 * The place of a mailbox's password. It is bound to the address, host and port that it was entered
 * for: if a row's host is changed in the database, the password cannot be sent to another server.
 */
export const mailboxPasswordPlace = (mailbox: {
  sealRow: string;
  user: string;
  host: string;
  port: number;
}): Place => ({
  column: 'imap_accounts.password',
  row: mailbox.sealRow,
  boundTo: [mailbox.user.toLowerCase(), mailbox.host, mailbox.port],
});

/**
 * The place of a token of a mailbox that signs in. It is bound to the provider as well, so that no token is sent to another
 * one, or to a mail server as a password.
 */
export const mailboxTokenPlace = (
  column: 'refresh_token' | 'access_token',
  mailbox: { sealRow: string; user: string; host: string; port: number; auth: string },
): Place => ({
  column: `imap_accounts.${column}`,
  row: mailbox.sealRow,
  boundTo: [mailbox.user.toLowerCase(), mailbox.host, mailbox.port, mailbox.auth],
});

/** The place of the data that a sign-in to a mailbox stores until its end. */
export const signInSecretsPlace = (flow: {
  sealRow: string;
  operatorId: number;
  provider: string;
}): Place => ({
  column: 'mailbox_sign_ins.secrets',
  row: flow.sealRow,
  boundTo: [flow.operatorId, flow.provider],
});

/** The place of the address and the keys of a channel, which belong to one operator. */
export const channelSecretsPlace = (channel: {
  sealRow: string;
  operatorId: number;
  kind: string;
}): Place => ({
  column: 'notification_channels.secrets',
  row: channel.sealRow,
  boundTo: [channel.operatorId, channel.kind],
});

/** The place of the private key of web push, which belongs to its public key. */
export const pushKeyPlace = (keys: { sealRow: string; publicKey: string }): Place => ({
  column: 'push_keys.private_key',
  row: keys.sealRow,
  boundTo: [keys.publicKey],
});
