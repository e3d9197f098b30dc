export { deliverNotifications, forgetOldNotifications, isDeliveryDue } from './service.ts';
export { type NewNotification, notificationStatements } from './store.ts';
