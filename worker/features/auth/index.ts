export { authenticate } from './service.ts';
