export { noticesOf, notifyOfOpenings } from './service.ts';
