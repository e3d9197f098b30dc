import { CHANNEL_KINDS, type ChannelKind } from '../../../shared/notification-channels/schema.ts';
import { readRetryAfter } from '../../../shared/retry-after.ts';
import { cut } from '../../../shared/text.ts';
import type { Ctx } from '../../context/context.ts';
import type { Env } from '../../context/env.ts';
import type { FetchPolicy } from '../../context/fetch.ts';
import { isAllowedUrl } from '../../security/allowed-url.ts';
import { GuardedFetchError, redirectAdvice } from '../../security/guarded-fetch.ts';
import { type Message, type Sender, writeRequest } from './messages.ts';
import { type ChannelSecrets, openSecrets, type SealedChannel, secretTexts } from './secrets.ts';

/** The longest wait for an answer. */
export const SEND_WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_SHOWN = 200;

/** The result of a message. `text` describes it in a sentence without a secret. */
export type SendOutcome =
  | { kind: 'sent'; status: number; text: string }
  | {
      kind: 'refused';
      status: number | null;
      text: string;
      retryAfterMs: number | null;
      /** The receiver may have processed the message before it answered with a redirect. */
      isRedirect: boolean;
    }
  /** No answer came, so the message may have arrived. */
  | { kind: 'unreachable'; text: string };

/** The hosts of services with one address for all customers. */
const SERVICES: { [Kind in ChannelKind]?: { hosts: string[]; path: RegExp; example: string } } = {
  slack: {
    hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
    path: /^\/(?:services|workflows|triggers)\/./,
    example: 'https://hooks.slack.com/services/...',
  },
  discord: {
    hosts: ['discord.com', 'discordapp.com'],
    path: /^\/api\/(?:v\d+\/)?webhooks\/./,
    example: 'https://discord.com/api/webhooks/...',
  },
};

/** A channel may connect to the hosts of its service, or to the public host in its address. */
function policyOf(
  env: Pick<Env, 'CHANNEL_HOSTS'>,
  kind: ChannelKind,
  address: string,
): FetchPolicy {
  const suffixes = SERVICES[kind]?.hosts ?? [new URL(address).hostname];
  return { bases: [], hosts: new Set(env.CHANNEL_HOSTS), suffixes };
}

/** Why an address is not valid for a channel, in a sentence; null if it is. */
export function addressProblem(
  env: Pick<Env, 'CHANNEL_HOSTS'>,
  kind: ChannelKind,
  address: string,
): string | null {
  if (!URL.canParse(address)) return 'This is not a web address.';
  const verdict = isAllowedUrl(address, policyOf(env, kind, address));
  const { pathname, host } = new URL(address);
  const service = SERVICES[kind];
  if (service !== undefined && !env.CHANNEL_HOSTS.includes(host)) {
    if (!verdict.isAllowed || !service.path.test(pathname))
      return `Enter the address that ${CHANNEL_KINDS[kind].label} shows, such as ${service.example}`;
  }
  if (!verdict.isAllowed) return verdict.reason;
  if (kind === 'ntfy' && !/^\/[\w-]{1,64}$/.test(pathname))
    return 'Enter the address of a topic, such as https://ntfy.sh/your-topic.';
  return null;
}

/** Sends one message and reads the answer. A message that cannot be written is refused, so that it delays no other channel. */
export async function sendMessage(
  ctx: Pick<Ctx, 'env' | 'fetch' | 'clock' | 'signal'>,
  channel: SealedChannel,
  message: Message,
  sender: Sender,
): Promise<SendOutcome> {
  let secrets: ChannelSecrets;
  let request: Awaited<ReturnType<typeof writeRequest>>;
  try {
    secrets = openSecrets(ctx.env, channel);
    request = await writeRequest(secrets, message, sender);
  } catch {
    // The text of the error could contain a key.
    return refusedAs('The message could not be written. Delete the channel and add it again.');
  }
  return post(ctx, secrets, request);
}

const refusedAs = (text: string, isRedirect = false): SendOutcome => ({
  kind: 'refused',
  status: null,
  text,
  retryAfterMs: null,
  isRedirect,
});

async function post(
  ctx: Pick<Ctx, 'env' | 'fetch' | 'clock' | 'signal'>,
  secrets: ChannelSecrets,
  { url, headers, body }: Awaited<ReturnType<typeof writeRequest>>,
): Promise<SendOutcome> {
  const { receiver } = CHANNEL_KINDS[secrets.kind];
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(SEND_WITHIN_MS)]);
  try {
    const answer = await ctx.fetch(url, {
      method: 'POST',
      headers: { ...headers, 'User-Agent': 'boxoffice-desk' },
      body,
      policy: policyOf(ctx.env, secrets.kind, url),
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    });
    const { status } = answer;
    const advice = redirectAdvice(status);
    const detail = advice === null ? await readAnswer(answer, secrets) : '';
    const text = `${receiver} answered ${status}${detail}.${advice === null ? '' : ` ${advice}`}`;
    if (answer.ok) return { kind: 'sent', status, text };
    const retryAfterMs = readRetryAfter(answer.headers.get('Retry-After'), ctx.clock());
    return { kind: 'refused', status, text, retryAfterMs, isRedirect: advice !== null };
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (error instanceof GuardedFetchError && error.refusal !== 'timed_out')
      return refusedAs(error.reason, error.refusal !== 'refused');
    // The text of the error could contain the address.
    const text = signal.aborted
      ? `${receiver} did not answer within ${SEND_WITHIN_MS / 1000} seconds.`
      : `${receiver} could not be reached.`;
    return { kind: 'unreachable', text };
  }
}

/** `: invalid_payload`, the beginning of the answer's text on one line without secrets; empty if there is none. */
async function readAnswer(answer: Response, secrets: ChannelSecrets): Promise<string> {
  // The status is enough to decide whether the message arrived, even if the answer is too large to
  // read.
  const text = await answer.text().catch(() => '');
  const isPage = answer.headers.get('Content-Type')?.includes('html') ?? false;
  if (isPage || text.trim() === '') return '';
  let shown = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  for (const secret of secretTexts(secrets)) shown = shown.replaceAll(secret, '…');
  return `: ${cut(shown, MAX_SHOWN).replace(/\.+$/, '')}`;
}
