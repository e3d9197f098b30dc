export { checkArtist, startDueChecks } from './check.ts';
export {
  addMonitoredArtist,
  countMonitoredArtists,
  deleteOldChanges,
  listMonitoredArtists,
  listSaleEvents,
  removeMonitoredArtist,
} from './service.ts';
