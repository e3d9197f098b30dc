export { deleteOldAttempts } from './limits/service.ts';
export { authenticate, deleteOldSessions, disconnectEnded } from './sessions/service.ts';
