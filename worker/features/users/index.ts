export { generateUsers } from './generate.ts';
