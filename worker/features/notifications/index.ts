export { deleteOldNotifications, deliverNotifications, notify } from './service.ts';
export { type NewNotification, notificationStatements } from './store.ts';
