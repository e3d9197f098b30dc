export { isRenewalDue, renewCalendars } from './service.ts';
