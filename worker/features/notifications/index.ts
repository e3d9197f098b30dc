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
export { countNotifications, writeMessage } from './webhook.ts';
