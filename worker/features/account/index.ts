export { deleteOldAttempts } from './limits/service.ts';
export { confirmPassword } from './own-password.ts';
export {
  assertConfirmed,
  authenticate,
  deleteOldSessions,
  disconnectEnded,
  operatorOfSession,
} from './sessions/service.ts';
