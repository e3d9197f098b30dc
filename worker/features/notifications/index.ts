export { deliverNotifications, forgetOldNotifications } from './service.ts';
export { type NewNotification, notificationStatements } from './store.ts';
