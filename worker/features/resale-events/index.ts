export { refreshConcerts, refreshViews } from './service-refresh.ts';
