export { findNextPresale } from './service.ts';
