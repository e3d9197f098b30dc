export { forgetOldAttempts } from './login-limits.ts';
export { authenticate, forgetOldSessions } from './sessions.ts';
