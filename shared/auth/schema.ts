import * as z from 'zod';

/** POST /auth/login. `email` also takes a user name: the field is labelled 'Email or username'. */
export const loginRequest = z.object({
  email: z.string().trim().min(1, 'Enter your email or username').max(320),
  password: z.string().min(1, 'Enter your password').max(1024),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/** Answer of POST /auth/login. */
export interface LoginAnswer {
  success: true;
  token: string;
}

/** The signed-in operator, as GET /auth/me returns it. */
export const currentUser = z.object({
  id: z.number().int(),
  email: z.string(),
  /** Present while the password is one that the command line set. */
  must_change_password: z.literal(true).optional(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** POST /auth/logout. `everywhere` ends all sessions of the operator; `forget` clears this browser's storage. */
export const logoutRequest = z.object({
  everywhere: z.boolean().default(false),
  forget: z.boolean().default(false),
});

/** POST /auth/password: an operator changes the own password; all other sessions end. */
export const changePasswordRequest = z.object({
  current_password: z.string().min(1, 'Enter your current password').max(1024),
  new_password: z.string().min(1, 'Enter a new password').max(1024),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

/** One session in the answer of GET /auth/sessions. Times are ISO 8601. */
export interface OperatorSession {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string;
  is_current: boolean;
}

/** The path of DELETE /auth/sessions/:id. */
export const sessionParam = z.object({ id: z.string().min(1).max(64) });

/**
 * Claims of the session token: `sub` is the operator's id, `ver` the operator's token version, `jti` the
 * session's id.
 */
export const sessionClaims = z.object({
  sub: z.string().regex(/^\d{1,15}$/),
  ver: z.number().int(),
  jti: z.string().min(1),
  exp: z.number().int(),
});
