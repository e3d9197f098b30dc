export { listMovers } from './store-movers.ts';
