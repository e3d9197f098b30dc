import { generateVAPIDKeys } from 'web-push-neo';
import type { Ctx } from '../../context/context.ts';
import { pushKeyPlace } from '../../security/sealed-columns.ts';
import { seal, unseal } from '../../security/vault.ts';
import * as store from './store.ts';

type Keeping = Pick<Ctx, 'db' | 'env'>;

/**
 * The keys of web push, which are created at the first call and stay the same, because every
 * subscription belongs to them.
 */
async function readKeys({ db, env }: Keeping) {
  const stored = await store.findPushKeys(db);
  if (stored !== undefined) return stored;
  const { publicKey, privateKey } = await generateVAPIDKeys();
  const place = { sealRow: crypto.randomUUID(), publicKey };
  const sealed = seal(env.DATA_KEY, pushKeyPlace(place), privateKey);
  return store.keepPushKeys(db, { ...place, privateKey: sealed });
}

/** The public key, with which browsers subscribe. */
export const pushKeyOf = async (ctx: Keeping): Promise<string> => (await readKeys(ctx)).publicKey;

/** The keys, and the address at which a push service reaches the people behind this desk. */
export async function vapidOf(ctx: Keeping) {
  const keys = await readKeys(ctx);
  return {
    subject: subjectOf(ctx.env),
    publicKey: keys.publicKey,
    privateKey: unseal(ctx.env.DATA_KEY, pushKeyPlace(keys), keys.privateKey),
  };
}

/** Push services accept an https address or a mail address. */
function subjectOf({ PROVIDER_CONTACT = '', PUBLIC_URL }: Ctx['env']): string {
  if (PROVIDER_CONTACT.includes('@')) return `mailto:${PROVIDER_CONTACT.replace(/^mailto:/, '')}`;
  const address = [PROVIDER_CONTACT, ...PUBLIC_URL].find((one) => one.startsWith('https://'));
  return address ?? 'https://boxoffice-desk.example';
}
