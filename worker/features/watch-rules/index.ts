export { noticesOf } from './service.ts';
