export { isCopyDue, renewCopies } from './copies/service.ts';
export { deleteOldFollows, deliverReminders, followsOf, runReminders } from './service.ts';
