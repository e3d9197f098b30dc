export { checkArtist, startDueChecks } from './check.ts';
export {
  addMonitoredArtist,
  deleteOldChanges,
  listMonitoredArtists,
  removeMonitoredArtist,
} from './service.ts';
export { countArtists, listSaleEvents, listSaleFacts, readSaleVersion } from './store.ts';
