import * as z from 'zod';

/** POST /auth/login. `email` also takes a user name: the field is labelled 'Email or username'. */
export const loginRequest = z.object({
  email: z.string().trim().min(1, 'Enter your email or username').max(320),
  password: z.string().min(1, 'Enter your password').max(1024),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/** Answer of POST /auth/login. */
const loginAnswer = z.object({ success: z.literal(true), token: z.string() });
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** The signed-in operator, as GET /auth/me answers it. */
export const currentUser = z.object({ id: z.number().int(), email: z.string() });
export type CurrentUser = z.infer<typeof currentUser>;

/** Claims of the session token: `sub` is the operator's id, `ver` the operator's token version. */
export const sessionClaims = z.object({
  sub: z.string(),
  ver: z.number().int(),
  exp: z.number().int(),
});
