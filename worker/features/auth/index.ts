export { forgetOldAttempts } from './login-limits.ts';
export { authenticate, disconnectEnded, forgetOldSessions } from './sessions.ts';
