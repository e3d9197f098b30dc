import { randomBytes } from 'node:crypto';
import { wrongField } from '../../../shared/errors.ts';
import {
  type ChannelChange,
  type ChannelTest,
  type NewChannel,
  type NotificationChannel,
  shownAddress,
} from '../../../shared/notification-channels/schema.ts';
import { pick } from '../../../shared/pick.ts';
import { isoTime } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { deliverNotifications } from '../notifications/index.ts';
import { senderOf } from './deliver.ts';
import { pushKeyOf } from './push-keys.ts';
import { type ChannelSecrets, sealSecrets } from './secrets.ts';
import { addressProblem, sendMessage } from './send.ts';
import * as store from './store.ts';

export { deliverAll as deliverToChannels } from './deliver.ts';

/** The operator's channels. */
export async function listChannels(
  ctx: Pick<Ctx, 'db' | 'operator'>,
): Promise<NotificationChannel[]> {
  return (await store.findChannels(ctx.db, signedIn(ctx).id)).map(toData);
}

/**
 * Adds a channel of the operator.
 * @returns it, and the secret that signs the messages of a webhook.
 * @throws DomainError `bad_request` for an address that is not valid for such a channel, `conflict`
 * if there are too many
 */
export async function addChannel(
  ctx: Ctx,
  newChannel: NewChannel,
): Promise<{ data: NotificationChannel; signing_secret: string | null }> {
  const operatorId = signedIn(ctx).id;
  const secrets = secretsOf(newChannel);
  const problem = addressProblem(ctx.env, secrets.kind, secrets.address);
  if (problem !== null)
    throw wrongField(newChannel.kind === 'web_push' ? 'subscription' : 'address', problem);
  if (secrets.kind === 'web_push' && !(await isPublicKey(secrets.keys.p256dh)))
    throw wrongField('subscription', 'The key of this subscription is not valid. Subscribe again.');
  const place = { sealRow: crypto.randomUUID(), operatorId };
  const id = await store.insertChannel(ctx, {
    ...pick(newChannel, ['name', 'kind', 'kinds', 'quiet']),
    ...place,
    kinds: [...new Set(newChannel.kinds)],
    shownAddress: shownAddress(secrets.address),
    secrets: sealSecrets(ctx.env, place, secrets),
    createdAt: ctx.clock(),
  });
  const data = toData(await store.findChannel(ctx.db, id, operatorId));
  return { data, signing_secret: secrets.kind === 'webhook' ? secrets.signingSecret : null };
}

/** Whether a key in base64url is a point of P-256, with which messages are encrypted. */
const isPublicKey = (key: string): Promise<boolean> =>
  crypto.subtle
    .importKey(
      'raw',
      Buffer.from(key, 'base64url'),
      { name: 'ECDH', namedCurve: 'P-256' },
      false,
      [],
    )
    .then(
      () => true,
      () => false,
    );

function secretsOf(newChannel: NewChannel): ChannelSecrets {
  switch (newChannel.kind) {
    case 'web_push': {
      const { endpoint, keys } = newChannel.subscription;
      return { kind: newChannel.kind, address: endpoint, keys };
    }
    case 'ntfy':
      return {
        kind: newChannel.kind,
        address: newChannel.address.replace(/\/+$/, ''),
        token: newChannel.token,
      };
    case 'webhook': {
      const signingSecret = `whsec_${randomBytes(24).toString('base64')}`;
      return { kind: newChannel.kind, address: newChannel.address, signingSecret };
    }
    default:
      return { kind: newChannel.kind, address: newChannel.address };
  }
}

/** Changes, pauses or resumes a channel. @throws DomainError `not_found` */
export async function changeChannel(
  ctx: Ctx,
  id: number,
  given: ChannelChange,
): Promise<NotificationChannel> {
  const operatorId = signedIn(ctx).id;
  await store.updateChannel(ctx, id, operatorId, given);
  await deliverNotifications(ctx);
  return toData(await store.findChannel(ctx.db, id, operatorId));
}

/** @throws DomainError `not_found` */
export const removeChannel = (ctx: Ctx, id: number): Promise<void> =>
  store.deleteChannel(ctx, id, signedIn(ctx).id);

/**
 * Sends a test message now, also to a paused channel and during its quiet hours. @returns what the receiver answered.
 * @throws DomainError `not_found`
 */
export async function testChannel(ctx: Ctx, id: number): Promise<ChannelTest> {
  const channel = await store.findChannel(ctx.db, id, signedIn(ctx).id);
  const message = {
    id: `test-${crypto.randomUUID()}`,
    notifications: [testNotice(channel.name, ctx.clock())],
    isDigest: false,
  };
  const outcome = await sendMessage(ctx, channel, message, senderOf(ctx));
  const delivered = outcome.kind === 'sent';
  if (delivered) {
    await store.noteArrival(ctx.db, id);
    await deliverNotifications(ctx);
  }
  const status = outcome.kind === 'unreachable' ? null : outcome.status;
  return { delivered, status, message: outcome.text };
}

const testNotice = (name: string, createdAt: number) => ({
  id: 0,
  kind: 'system' as const,
  title: 'Boxoffice Desk',
  topic: 'Test message',
  body: `The channel "${name}" works.`,
  href: '/settings?section=channels',
  createdAt,
});

/** The public key with which a browser subscribes to push messages of this desk. */
export const readPushKey = (ctx: Pick<Ctx, 'db' | 'env'>): Promise<string> => pushKeyOf(ctx);

const toData = (row: store.ListedChannel): NotificationChannel => ({
  ...pick(row, ['id', 'name', 'kind', 'kinds', 'quiet', 'reason', 'waiting']),
  address: row.shownAddress,
  is_paused: row.isPaused,
  failing_since: isoTime(row.failingSince),
  sent_at: isoTime(row.sentAt),
  created_at: isoTime(row.createdAt),
});
