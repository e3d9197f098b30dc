export { checkArtist, startDueChecks } from './check.ts';
export {
  addMonitoredArtist,
  deleteOldChanges,
  listMonitoredArtists,
  removeMonitoredArtist,
} from './service.ts';
export {
  countArtists,
  isOpen,
  isSaleEvent,
  listSaleEventsBetween,
  listSaleFacts,
  readSaleVersion,
  reportChanges,
  saleEventIds,
} from './store.ts';
