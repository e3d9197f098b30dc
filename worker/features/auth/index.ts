export { deleteOldAttempts } from './login-limits.ts';
export { authenticate, deleteOldSessions, disconnectEnded } from './sessions.ts';
