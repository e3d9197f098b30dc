export { matchingOpenings, noticesOf, notifyOfOpenings } from './service.ts';
