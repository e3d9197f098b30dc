export { generateUsers } from './service.ts';
