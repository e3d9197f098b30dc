export { addProfiles, deleteUpload, eraseDeletedProfiles } from './service.ts';
export { countAllProfiles } from './store.ts';
