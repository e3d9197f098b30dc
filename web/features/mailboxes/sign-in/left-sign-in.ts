import * as z from 'zod/mini';
import { signInProvider } from '../../../../shared/mailboxes/schema.ts';
import type { SignInRequest } from '../../../../shared/mailboxes/sign-in.ts';
import { saved } from '../../../kit/saved/saved.ts';

/** The target of a sign-in: a stored account, or a new one with these tags. */
export type SignInTarget = Pick<SignInRequest, 'provider' | 'id' | 'tags'> & {
  /** The address that the operator has entered, or that of the account; empty if it is unknown. */
  address: string;
};

/** The target of the sign-in that has left this tab for the provider's page. */
export const leftSignIn = saved({
  key: 'mailbox-sign-in',
  schema: z.nullable(
    z.object({
      provider: signInProvider,
      id: z.optional(z.int()),
      tags: z.optional(z.array(z.string())),
      address: z.string(),
    }),
  ),
  fallback: null,
  owner: 'operator',
  place: 'tab',
});
