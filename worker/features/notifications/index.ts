export {
  deleteOldNotifications,
  deliverNotifications,
  notify,
  postNotifications,
} from './service.ts';
export {
  type NewNotification,
  notificationStatements,
  type StoredNotification,
} from './store.ts';
export { countNotifications, isUnacceptable, RETRY, writeMessage } from './webhook.ts';
