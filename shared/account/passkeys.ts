import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { longestPassword } from './schema.ts';

const ticket = z.string().check(z.minLength(1), z.maxLength(64));
const base64Url = z.string().check(z.regex(/^[\w-]{1,4096}$/));

/** The browser's answer for a new or a used passkey. The WebAuthn library checks the content of the fields. */
const credential = z.looseObject({
  id: base64Url,
  rawId: base64Url,
  response: z.looseObject({ clientDataJSON: base64Url }),
  clientExtensionResults: z.looseObject({}),
  type: z.literal('public-key'),
});

/** POST /auth/passkeys/options, and POST /auth/passkeys/remove with the passkey's id: the operator's password again. */
export const passkeyOptionsRequest = z.object({
  password: z.string().check(z.minLength(1, 'Enter your password.'), longestPassword),
});
export const removePasskeyRequest = z.extend(passkeyOptionsRequest, { id: base64Url });

export const passkeyName = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name.'),
      z.maxLength(60, 'A name has at most 60 characters.'),
    ),
});

/** POST /auth/passkeys */
export const addPasskeyRequest = z.extend(passkeyName, { ticket, credential });

/** POST /auth/login/second-factor: the passkey's answer, or one of the recovery codes. */
export const secondFactorRequest = z.union([
  z.object({ ticket, credential }),
  z.object({ ticket, recovery_code: z.string().check(z.minLength(1), z.maxLength(64)) }),
]);

export type SecondFactorRequest = z.infer<typeof secondFactorRequest>;
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>;
export type RemovePasskeyRequest = z.infer<typeof removePasskeyRequest>;

export const recoveryCode = z.object({
  recovery_code: z.string().check(z.trim(), z.minLength(1, 'Enter a recovery code.')),
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
});
export type Passkey = z.infer<typeof passkey>;

/** The answer of GET /auth/passkeys. */
export const passkeysAnswer = answerOf({
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
});

/** The answer of POST /auth/passkeys: recovery codes come with the first passkey. */
export const addPasskeyAnswer = answerOf({ recovery_codes: z.array(z.string()) });
