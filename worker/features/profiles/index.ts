export { addProfiles, deleteUpload } from './service.ts';
export { countProfiles, eraseDeletedProfiles } from './store.ts';
