export { countAllProfiles } from './store.ts';
