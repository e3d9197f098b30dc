export { deliverReminders, runReminders } from './service.ts';
