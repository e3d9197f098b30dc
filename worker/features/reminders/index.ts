export { deleteOldFollows, deliverReminders, runReminders } from './service.ts';
