export { deleteOldAttempts } from './limits/service.ts';
export {
  assertConfirmed,
  authenticate,
  deleteOldSessions,
  disconnectEnded,
} from './sessions/service.ts';
