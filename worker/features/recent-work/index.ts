export { eraseDeletedWork } from './service.ts';
