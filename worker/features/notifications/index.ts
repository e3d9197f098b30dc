export {
  deleteOldNotifications,
  deliverNotifications,
  notify,
  postNotifications,
} from './service.ts';
export { type NewNotification, notificationStatements } from './store.ts';
